import { recordForm } from "#kernel/record-form.ts";
import { accountInput, approverFields } from "./preparation.model.ts";

/** The form of the account that a department's emergency orders are charged to. */
export const emergencyAccountForm = recordForm("/api/v1/emergency-accounts", accountInput.shape);

/** The form of somebody who may approve by telephone. */
export const approverForm = recordForm("/api/v1/emergency-approvers", approverFields);
