import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { requisition } from "../procurement.tables.ts";
import { cancelRequisition } from "./course.service.ts";
import { requisitionStatuses } from "./requisition.labels.ts";

/** Requisitions, as workflows know them. */
export const requisitionFlow: FlowRecord = {
  noun: "requisition",
  table: requisition,
  label: "requisition",
  events: {
    create: "is drafted",
    submit: "is submitted",
    approve: "is approved",
    return: "comes back",
    reject: "is rejected",
    cancel: "is cancelled",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    amount: { label: "Amount", kind: "money" },
    status: { label: "Status", kind: "choice", choices: wordsOf(requisitionStatuses) },
    requestedOn: { label: "Requested", kind: "date" },
    neededOn: { label: "Needed by", kind: "date" },
    emergency: { label: "Emergency", kind: "yesNo" },
    federal: { label: "Federal money", kind: "yesNo" },
    splitWarning: { label: "May be split", kind: "yesNo" },
  },
  starter: (row) => ({ personId: row.requesterId as string | null, name: "", email: null }),
  parties: (row) => (row.formerAuthors as string[] | null) ?? [],
  read: "requisition.read",
  approved: true,
  href: (id) => `/smart-requisition/${id}`,
  actions: {
    cancel: {
      label: "Cancel the requisition",
      permission: "requisition.cancel",
      take: (tx, actor, id, reason) => cancelRequisition(tx, actor, { id, version: null, reason }),
    },
  },
};
