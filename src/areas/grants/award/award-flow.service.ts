import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { award } from "../grants.tables.ts";
import { awardStatuses } from "./award.labels.ts";

/** Awards, as workflows know them. */
export const awardFlow: FlowRecord = {
  noun: "grantAward",
  table: award,
  label: "award",
  events: {
    create: "is entered",
    accept: "is accepted",
    activate: "is opened for spending",
    suspend: "is suspended",
    end: "ends",
    close: "is closed",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(awardStatuses),
    },
    grantor: { label: "Grantor", kind: "text" },
    amount: { label: "Amount", kind: "money" },
    federal: { label: "Federal money", kind: "yesNo" },
    periodFrom: { label: "Period begins", kind: "date" },
    periodTo: { label: "Period ends", kind: "date" },
  },
  starter: (row) => ({ personId: row.createdBy as string | null, name: "", email: null }),
  parties: (row) => [row.ownerId as string | null],
  read: "grant.read",
  approved: false,
  href: (id) => `/grant-management/awards/${id}`,
  actions: {},
};
