import { recordForm } from "#kernel/record-form.ts";
import { sourceInput } from "./request.model.ts";

/** The form of a source of capital money. */
export const sourceForm = recordForm("/api/v1/capital-sources", sourceInput.shape);
