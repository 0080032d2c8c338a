import { recordForm } from "#kernel/record-form.ts";
import { classFields } from "./asset.model.ts";

/** The form of a class of assets. */
export const assetClassForm = recordForm("/api/v1/asset-classes", classFields, {
  begins: { conditionScale: "one_to_five" },
});
