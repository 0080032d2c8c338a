import { recordForm } from "#kernel/record-form.ts";
import { riskFields } from "./risk.model.ts";

/** The form of a risk. */
export const riskForm = recordForm("/api/v1/risks", riskFields);
