import { recordForm } from "#kernel/record-form.ts";
import { centerFields } from "./center.model.ts";

/** The form of a cost center. */
export const centerForm = recordForm("/api/v1/cost-centers", centerFields);
