import { recordForm } from "#kernel/record-form.ts";
import { delegationFields } from "../approval/approval.model.ts";

const { startsAt: _asItBegins, ...fields } = delegationFields;

/** The form of a delegation: from a day, today at once, to the end of another. */
export const delegationForm = recordForm("/api/v1/delegations", fields, {
  besides: { blank: () => ({ from: "" }), toForm: () => ({ from: "" }), toInput: () => ({}) },
});
