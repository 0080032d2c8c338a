import type { FieldErrors, Resolver } from "react-hook-form";
import "#kernel/plain-words.ts";
import { bodyOf, type CompanyValues } from "./companyValues.ts";
import { companyInput } from "./registration.model.ts";

/** The same schema as the server's, before anything is sent. */
export const companyRules: Resolver<CompanyValues> = (values) => {
  const parsed = companyInput.safeParse(bodyOf(values));
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of parsed.error.issues)
    errors[issue.path.join(".")] ??= { type: issue.code ?? "custom", message: issue.message };
  return { values: {}, errors: errors as FieldErrors<CompanyValues> };
};
