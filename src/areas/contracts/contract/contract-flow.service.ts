import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { contract } from "../contracts.tables.ts";
import { contractStatuses } from "./contract.labels.ts";
import { step } from "./course.service.ts";

/** Contracts, as workflows know them. */
export const contractFlow: FlowRecord = {
  noun: "contract",
  table: contract,
  label: "contract",
  events: {
    create: "is requested",
    draft: "is taken up",
    review: "goes to counsel",
    approve: "is approved",
    sign: "is signed",
    suspend: "is suspended",
    terminate: "is terminated",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    ceiling: { label: "Ceiling", kind: "money" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(contractStatuses),
    },
    startsOn: { label: "Starts", kind: "date" },
    endsOn: { label: "Ends", kind: "date" },
    insuranceRequired: { label: "Needs insurance", kind: "yesNo" },
  },
  starter: (row) => ({ personId: row.ownerId as string | null, name: "", email: null }),
  parties: (row) => (row.draftedBy as string[] | null) ?? [],
  read: "contract.read",
  approved: true,
  href: (id) => `/contracts/${id}`,
  actions: {
    review: {
      label: "Send it to counsel",
      permission: "contract.edit",
      take: (tx, actor, id) => step(tx, actor, "review", { id, version: null }),
    },
  },
};
