import { recordForm } from "#kernel/record-form.ts";
import { requestFields } from "./request.model.ts";

/** The form of a client's request. */
export const clientRequestForm = recordForm("/api/v1/client-requests", requestFields);
