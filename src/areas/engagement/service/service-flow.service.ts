import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { serviceRequest } from "../engagement.tables.ts";
import { serviceCycle } from "./service.labels.ts";

/** Requests of residents, as workflows know them: nothing of who asked. */
export const serviceFlow: FlowRecord = {
  noun: "serviceRequest",
  table: serviceRequest,
  label: "service request",
  events: {
    create: "comes in",
    acknowledge: "is acknowledged",
    start: "is begun",
    close: "is closed",
    decline: "is declined",
    reopen: "is opened again",
  },
  fields: {
    description: { label: "Description", kind: "text" },
    address: { label: "Address", kind: "text" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(serviceCycle.statuses),
    },
  },
  starter: () => ({ personId: null, name: "A resident", email: null }),
  parties: (row) => [row.ownerId as string | null],
  read: "serviceRequest.read",
  approved: false,
  href: (id) => `/service-requests/${id}`,
  actions: {},
};
