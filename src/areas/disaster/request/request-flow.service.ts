import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { incidentRequest } from "../incident/incident.tables.ts";
import { categories, priorities, requestCycle } from "./request.labels.ts";

/** Resource requests of incidents, as workflows know them. */
export const incidentRequestFlow: FlowRecord = {
  noun: "incidentRequest",
  table: incidentRequest,
  label: "resource request",
  events: {
    create: "is asked for",
    approveSection: "is approved for its section",
    toFinance: "is sent to finance",
    fund: "has its money reviewed",
    deny: "is denied",
    cancel: "is cancelled",
    demobilize: "is demobilized",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    status: { label: "Status", kind: "choice", choices: wordsOf(requestCycle.statuses) },
    priority: { label: "Priority", kind: "choice", choices: priorities },
    category: { label: "Category of work", kind: "choice", choices: categories },
    deliverTo: { label: "Deliver to", kind: "text" },
  },
  starter: (row) => ({ personId: row.requestedBy as string | null, name: "", email: null }),
  parties: (row) => [row.sectionBy as string | null, row.financeBy as string | null],
  read: "incident.read",
  approved: false,
  href: (id) => `/disaster-response/requests/${id}`,
  actions: {},
};
