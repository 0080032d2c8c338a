import { recordForm } from "#kernel/record-form.ts";
import { submittalFields } from "./submittal.model.ts";

/** The form of a submittal. */
export const submittalForm = recordForm("/api/v1/submittals", submittalFields);
