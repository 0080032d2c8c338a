import { recordForm } from "#kernel/record-form.ts";
import { clientFields } from "./client.model.ts";

/** The form of a client. */
export const servedClientForm = recordForm("/api/v1/clients", clientFields);
