import { recordForm } from "#kernel/record-form.ts";
import { marketClassFields } from "./market.model.ts";

/** The form of a class under which others buy a commodity. */
export const marketClassForm = recordForm("/api/v1/market-classes", marketClassFields, {
  begins: { scheme: "CPV" },
});
