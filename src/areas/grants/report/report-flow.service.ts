import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { grantReport } from "../grants.tables.ts";
import { reportStatuses } from "./report.labels.ts";

/** Reports to grantors, as workflows know them. */
export const reportFlow: FlowRecord = {
  noun: "grantReport",
  table: grantReport,
  label: "report to a grantor",
  events: {
    prepare: "is prepared",
    certify: "is certified",
    submit: "is sent",
    accept: "is accepted by the grantor",
    reopen: "is opened again",
  },
  fields: {
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(reportStatuses),
    },
    kind: {
      label: "Kind",
      kind: "choice",
      choices: { sf425: "SF-425", ppr: "Performance report" },
    },
    dueOn: { label: "Due", kind: "date" },
    final: { label: "The last one", kind: "yesNo" },
  },
  starter: (row) => ({ personId: row.preparedBy as string | null, name: "", email: null }),
  parties: (row) => [row.certifiedBy as string | null],
  read: "grant.read",
  approved: false,
  href: (id) => `/grant-management/reports/${id}`,
  actions: {},
};
