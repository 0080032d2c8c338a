import { recordForm } from "#kernel/record-form.ts";
import { masterFields } from "./master.model.ts";

/** The form of a contract with lots. */
export const masterForm = recordForm("/api/v1/contract-masters", masterFields);
