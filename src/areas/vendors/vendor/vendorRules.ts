import type { FieldErrors, Resolver } from "react-hook-form";
import "#kernel/plain-words.ts";
import { bodyOf, type VendorForm } from "./vendorForm.ts";
import { vendorValues } from "./vendor.model.ts";

/** The same schema as the server's, before anything is sent. */
export const vendorRules: Resolver<VendorForm> = (values) => {
  const parsed = vendorValues.safeParse(bodyOf(values));
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of parsed.error.issues)
    errors[issue.path.join(".")] ??= { type: issue.code ?? "custom", message: issue.message };
  return { values: {}, errors: errors as FieldErrors<VendorForm> };
};
