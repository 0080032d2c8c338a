import { recordForm } from "#kernel/record-form.ts";
import { findingFields } from "./finding.model.ts";

/** The form of a finding. */
export const auditFindingForm = recordForm("/api/v1/audit-findings", findingFields);
