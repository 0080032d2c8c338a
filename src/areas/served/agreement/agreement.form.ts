import { recordForm } from "#kernel/record-form.ts";
import { agreementFields } from "./agreement.model.ts";

/** The form of an agreement. */
export const clientAgreementForm = recordForm("/api/v1/client-agreements", agreementFields, {
  begins: { overheadOn: "none", payDays: "30" },
});
