import { recordForm } from "#kernel/record-form.ts";
import { correctivePlanFields } from "./performance.model.ts";

/** The form of a corrective plan. */
export const correctivePlanForm = recordForm("/api/v1/corrective-plans", correctivePlanFields);
