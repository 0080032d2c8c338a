import { recordForm, type FormValues } from "#kernel/record-form.ts";
import { contractFields } from "./contract.model.ts";

/** The form of a contract; what it begins with may be an award or a requisition. */
export const contractForm = recordForm("/api/v1/contracts", contractFields, {
  begins: { kind: "goods", priceType: "fixed", ceiling: 0 },
});
export type ContractForm = FormValues<typeof contractForm>;
