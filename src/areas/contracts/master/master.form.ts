import { recordForm } from "#kernel/record-form.ts";
import { awardFields, masterFields } from "./master.model.ts";

/** The form of a contract with lots. */
export const masterForm = recordForm("/api/v1/contract-masters", masterFields, {
  begins: { ceiling: null as never },
});
/** The form of one that an award by lots begins. */
export const awardForm = recordForm("/api/v1/contract-masters-of-awards", awardFields, {
  begins: { kind: "goods", priceType: "unit", ceiling: null as never },
});
