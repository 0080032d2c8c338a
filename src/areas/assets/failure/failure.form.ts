import { recordForm } from "#kernel/record-form.ts";
import { failureFields } from "./failure.model.ts";

/** The form of a code for what was wrong, why, or what was done. */
export const failureCodeForm = recordForm("/api/v1/failure-codes", failureFields);
