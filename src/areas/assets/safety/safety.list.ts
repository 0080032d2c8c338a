import type { ListDefinition } from "#server/http/list.ts";
import { outcomes, safetyKinds, safetyStatuses } from "./safety.labels.ts";

/** Safety cases: where, when, how they stand. Nobody's name and nothing of medicine. */
export const safetyList: ListDefinition = {
  name: "safety-cases",
  from: `safety_case c
    left join safety_establishment e on e.org_id = c.org_id and e.id = c.establishment_id
    left join department d on d.org_id = c.org_id and d.id = c.department_id`,
  base: "safety_case c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: safetyStatuses },
    kind: { sql: "c.kind", label: "Kind", codes: safetyKinds },
    title: { sql: "c.title", label: "Case" },
    happenedOn: { sql: "c.happened_on", label: "Happened", sort: true },
    location: { sql: "c.location", label: "Where" },
    department: { sql: "d.name", label: "Department", sort: true },
    establishment: { sql: "e.name", label: "Establishment", sort: true },
    outcome: { sql: "c.outcome", label: "Outcome", codes: outcomes },
    recordable: { sql: "c.recordable", label: "Recordable" },
    daysAway: { sql: "c.days_away", label: "Days away" },
    daysRestricted: { sql: "c.days_restricted", label: "Days restricted" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    outcome: { kind: "set", sql: "c.outcome", type: "text" },
    establishmentId: { kind: "set", sql: "c.establishment_id", type: "uuid" },
    happenedOn: { kind: "range", sql: "c.happened_on", type: "date" },
    open: { kind: "flag", sql: "c.status <> 'closed'" },
    recordable: { kind: "flag", sql: "coalesce(c.recordable, false)" },
  },
  search: ["c.number", "c.title", "c.location"],
  defaultSort: "-number",
};
