import { recordForm } from "#kernel/record-form.ts";
import { legalRuleFields } from "./rule.model.ts";

const { key: _about, parameters: _byKey, effectiveTo: _ended, ...head } = legalRuleFields;

/** The form of a rule of the agency's own. What it is about, and what that sets, stand besides. */
export const legalRuleForm = recordForm("/api/v1/legal-rules", head);
