import { defineNoun } from "#server/lifecycle.ts";
import { claimCycle, type ClaimAction, type ClaimStatus } from "./claim.labels.ts";
import { contractClaim } from "./claim.tables.ts";

export type ClaimRecord = typeof contractClaim.$inferSelect;

export const claimNoun = defineNoun<ClaimStatus, ClaimAction, typeof contractClaim, ClaimRecord>({
  name: "claim",
  path: "claims",
  page: "/claims-change-orders/claims",
  table: contractClaim,
  cycle: claimCycle,
  keepsFiles: ["accepted", "part", "denied", "appealed", "settled"],
  number: (row) => row.number,
  read: "contract.read",
});
