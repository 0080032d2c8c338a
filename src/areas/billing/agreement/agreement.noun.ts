import { defineNoun } from "#server/lifecycle.ts";
import { hostingAgreement } from "../billing.tables.ts";
import { agreementCycle, type AgreementAction, type AgreementStatus } from "./agreement.labels.ts";

export type AgreementStored = typeof hostingAgreement.$inferSelect;

export const agreementNoun = defineNoun<AgreementStatus, AgreementAction, typeof hostingAgreement>({
  name: "hostingAgreement",
  path: "hosting-agreements",
  page: "/business-plan-management/agreements",
  table: hostingAgreement,
  cycle: agreementCycle,
  number: ({ number }) => number,
  read: "platform.read",
  askers: ["authorId"],
  keepsFiles: ["approved", "active"],
});
