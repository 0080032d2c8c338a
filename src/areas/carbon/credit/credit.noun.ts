import { defineNoun } from "#server/lifecycle.ts";
import { carbonCredit } from "../carbon.tables.ts";
import { creditCycle, type CreditAction, type CreditStatus } from "./credit.labels.ts";

export type CreditStored = typeof carbonCredit.$inferSelect;

export const creditNoun = defineNoun<CreditStatus, CreditAction, typeof carbonCredit>({
  name: "carbonCredit",
  path: "carbon-credits",
  page: "/carbon/credits",
  table: carbonCredit,
  cycle: creditCycle,
  number: ({ number }) => number,
  read: "carbon.read",
  keepsFiles: ["retired"],
});
