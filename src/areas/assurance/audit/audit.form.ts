import { recordForm } from "#kernel/record-form.ts";
import { auditFields } from "./audit.model.ts";

/** The form of an audit. */
export const auditForm = recordForm("/api/v1/audits", auditFields);
