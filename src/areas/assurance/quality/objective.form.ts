import { recordForm } from "#kernel/record-form.ts";
import { objectiveFields } from "./objective.model.ts";

/** The form of a quality objective. */
export const objectiveForm = recordForm("/api/v1/quality-objectives", objectiveFields);
