import type { ListDefinition } from "#server/http/list.ts";
import { fileFormats, proposalSides, proposalStatuses } from "./proposal.labels.ts";

/** Schedules of other programs that were handed in for the agency's projects. */
export const proposalList: ListDefinition = {
  name: "schedule-proposals",
  title: "schedules handed in",
  from: "schedule_proposal s join project p on p.org_id = s.org_id and p.id = s.project_id",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    status: { sql: "s.status", label: "Status", sort: true, codes: proposalStatuses },
    projectId: { sql: "s.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    side: { sql: "s.side", label: "Whose", codes: proposalSides },
    format: { sql: "s.format", label: "Program", codes: fileFormats },
    handedInName: { sql: "s.handed_in_name", label: "Handed in by" },
    handedInOn: { sql: "s.handed_in_on", label: "Handed in on", sort: true },
    dataDate: { sql: "s.data_date", label: "Data date", sort: true },
    differing: { sql: "s.differing", label: "Other dates", sort: true },
    changing: { sql: "s.changing", label: "Changes" },
    statusReason: { sql: "s.status_reason", label: "Reason" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "s.id", type: "uuid" },
    status: { kind: "set", sql: "s.status", type: "text" },
    projectId: { kind: "set", sql: "s.project_id", type: "uuid" },
    side: { kind: "set", sql: "s.side", type: "text" },
    handedInOn: { kind: "range", sql: "s.handed_in_on", type: "date" },
  },
  search: ["s.number", "s.handed_in_name", "p.name"],
  defaultSort: "-handedInOn",
};
