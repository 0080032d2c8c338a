import { recordForm, type FormValues } from "#kernel/record-form.ts";
import { amendmentFields } from "./amendment.model.ts";

/** The form of an amendment. */
export const amendmentForm = recordForm("/api/v1/contract-amendments", amendmentFields, {
  begins: { kind: "term" },
});
export type AmendmentForm = FormValues<typeof amendmentForm>;
