import { defineNoun } from "#server/lifecycle.ts";
import { contractAmendment } from "../contracts.tables.ts";
import { amendmentCycle, type AmendmentAction, type AmendmentStatus } from "./amendment.labels.ts";

export type AmendmentRecord = typeof contractAmendment.$inferSelect;

export const amendmentNoun = defineNoun<
  AmendmentStatus,
  AmendmentAction,
  typeof contractAmendment,
  AmendmentRecord
>({
  name: "contractAmendment",
  path: "contract-amendments",
  page: "/contracts/amendments",
  table: contractAmendment,
  cycle: amendmentCycle,
  number: (row) => row.number,
  askers: ["draftedBy"],
  read: "contract.read",
});
