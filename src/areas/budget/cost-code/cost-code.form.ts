import { recordForm } from "#kernel/record-form.ts";
import { costCodeFields } from "./cost-code.model.ts";

/** The form of a cost code. */
export const costCodeForm = recordForm("/api/v1/cost-codes", costCodeFields);
