import { recordForm } from "#kernel/record-form.ts";
import { laborClassInput } from "./hours.model.ts";

/** The form of a class of work. */
export const laborClassForm = recordForm("/api/v1/labor-classes", laborClassInput.shape);
