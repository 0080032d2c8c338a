import type { ListDefinition } from "#server/http/list.ts";
import { applicationStatuses } from "./application.labels.ts";
import { readableApplications } from "./readers.service.ts";

/** What was sent to the agency's programs, for whom it is; an applicant's draft is nobody's here. */
export const programApplicationList: ListDefinition = {
  name: "program-applications",
  from: `program_application a
    join grant_program p on p.org_id = a.org_id and p.id = a.program_id
    join vendor v on v.org_id = a.org_id and v.id = a.vendor_id`,
  base: "program_application a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: applicationStatuses },
    title: { sql: "a.title", label: "Project", sort: true },
    applicant: { sql: "v.name", label: "Applicant", sort: true },
    programId: { sql: "a.program_id", hidden: true },
    program: { sql: "p.number", label: "Program", sort: true },
    requested: { sql: "a.requested", label: "Asks for", money: true, sort: true },
    match: { sql: "a.match", label: "Match", money: true },
    submittedAt: { sql: "a.submitted_at", label: "Sent", sort: true },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "a.status", type: "text" },
    programId: { kind: "set", sql: "a.program_id", type: "uuid" },
    vendorId: { kind: "set", sql: "a.vendor_id", type: "uuid" },
  },
  search: ["a.number", "a.title", "v.name"],
  defaultSort: "-number",
  visible: readableApplications,
};
