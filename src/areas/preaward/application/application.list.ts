import type { ListDefinition } from "#server/http/list.ts";
import { applicationKinds } from "../federal-form/federal-form.ts";
import { applicationCycle, applicationTypes } from "./application.labels.ts";

/** Applications of the agency for grants. */
export const applicationList: ListDefinition = {
  name: "grant-applications",
  from: "grant_application a left join person p on p.id = a.owner_id",
  base: "grant_application a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    title: { sql: "a.title", label: "Project", sort: true },
    status: { sql: "a.status", label: "Status", codes: applicationCycle.statuses },
    applicationType: { sql: "a.application_type", label: "Type", codes: applicationTypes },
    kind: { sql: "a.kind", label: "Kind", codes: applicationKinds },
    grantor: { sql: "a.grantor", label: "Grantor", sort: true },
    opportunityNumber: { sql: "a.opportunity_number", label: "Opportunity" },
    aln: { sql: "a.aln", label: "Assistance listing" },
    dueOn: { sql: "a.due_on", label: "Due", sort: true },
    federalCents: { sql: "a.federal_cents", label: "Federal", money: true, sort: true },
    matchCents: { sql: "a.match_cents", label: "Match", money: true },
    ownerName: { sql: "p.display_name", label: "Owner" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "a.status", type: "text" },
    applicationType: { kind: "set", sql: "a.application_type", type: "text" },
    kind: { kind: "set", sql: "a.kind", type: "text" },
    dueOn: { kind: "range", sql: "a.due_on", type: "date" },
    federalCents: { kind: "range", sql: "a.federal_cents", type: "cents" },
    mine: { kind: "flag", sql: "a.owner_id = $actor" },
  },
  search: ["a.number", "a.title", "a.grantor", "a.opportunity_number"],
  totals: { federalCents: "a.federal_cents" },
  defaultSort: "dueOn",
};
