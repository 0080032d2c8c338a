import { defineNoun } from "#server/lifecycle.ts";
import { taxYearCycle, type TaxYearAction, type TaxYearStatus } from "./tax-form.labels.ts";
import { taxYear } from "./tax-form.tables.ts";

export type TaxYearStored = typeof taxYear.$inferSelect;

export const taxYearNoun = defineNoun<TaxYearStatus, TaxYearAction, typeof taxYear>({
  name: "taxYear",
  path: "tax-years",
  page: "/payments/tax-years",
  table: taxYear,
  cycle: taxYearCycle,
  number: ({ number }) => number,
  read: "taxForm.read",
  keepsFiles: ["furnished"],
});
