import { defineNoun } from "#server/lifecycle.ts";
import { servedAgreement } from "../served.tables.ts";
import { agreementCycle, type AgreementAction, type AgreementStatus } from "./agreement.labels.ts";

export type AgreementStored = typeof servedAgreement.$inferSelect;

export const agreementNoun = defineNoun<AgreementStatus, AgreementAction, typeof servedAgreement>({
  name: "clientAgreement",
  path: "client-agreements",
  page: "/clients/agreements",
  table: servedAgreement,
  cycle: agreementCycle,
  number: ({ number }) => number,
  read: "served.read",
  keepsFiles: ["approved", "active"],
});
