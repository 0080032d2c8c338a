import { recordForm } from "#kernel/record-form.ts";
import { agreementFields } from "./agreement.model.ts";

/** The form of an agreement with an agency. */
export const hostingAgreementForm = recordForm("/api/v1/hosting-agreements", agreementFields, {
  begins: { billed: "year", renewMonths: "12", noticeDays: "60", payDays: "30" },
});
