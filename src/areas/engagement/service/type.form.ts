import { recordForm } from "#kernel/record-form.ts";
import { usualReopenDays } from "./service.labels.ts";
import { reopenRuleFields, serviceTypeFields } from "./type.model.ts";

/** The form of a kind of service: a week, unless somebody says another time. */
export const serviceTypeForm = recordForm("/api/v1/service-types", serviceTypeFields, {
  begins: { expectedDays: "7" },
});
/** A question that a kind of service asks, before anything is typed. */
export const blankQuestion = { code: "", label: "", kind: "text", required: false, options: "" };

/** The form of a rule that says how long a report can be opened again. */
export const reopenRuleForm = recordForm("/api/v1/service-reopen-rules", reopenRuleFields, {
  begins: { days: String(usualReopenDays) },
});
