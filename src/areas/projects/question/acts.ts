import type { ContractorQuestion } from "./contractor.model.ts";

export type ContractorAct = ContractorQuestion["may"][number];

/** What the contractor's steps are called. */
export const actLabels = {
  answer: "Answer",
  reply: "Reply",
  close: "Take the answer",
  reopen: "Not answered",
  withdraw: "Withdraw",
} as const satisfies Record<ContractorAct, string>;
