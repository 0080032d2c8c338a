import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { workOrder } from "../assets.tables.ts";
import { workKinds, workOrderStatuses, workPriorities } from "./work-order.labels.ts";

/** Work orders, as workflows know them. */
export const workOrderFlow: FlowRecord = {
  noun: "workOrder",
  table: workOrder,
  label: "work order",
  events: {
    create: "is asked for",
    approve: "is approved",
    start: "is begun",
    hold: "is put on hold",
    complete: "is completed",
    close: "is closed",
    cancel: "is cancelled",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(workOrderStatuses),
    },
    kind: { label: "Kind", kind: "choice", choices: workKinds },
    priority: { label: "Priority", kind: "choice", choices: workPriorities },
    dueOn: { label: "Due", kind: "date" },
    scheduledOn: { label: "Scheduled", kind: "date" },
    estimateCents: { label: "Estimate", kind: "money" },
    digs: { label: "It digs", kind: "yesNo" },
  },
  starter: (row) => ({ personId: row.requestedBy as string | null, name: "", email: null }),
  parties: (row) => [row.leadId as string | null],
  read: "workOrder.read",
  approved: false,
  href: (id) => `/maintenance-management/${id}`,
  actions: {},
};
