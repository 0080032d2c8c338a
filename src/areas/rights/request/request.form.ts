import { recordForm } from "#kernel/record-form.ts";
import { accessRequestFields } from "./request.model.ts";

/** The form of a request for a duty, until the end of a day. */
export const accessRequestForm = recordForm("/api/v1/access-requests", accessRequestFields);
