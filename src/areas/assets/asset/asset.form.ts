import { recordForm } from "#kernel/record-form.ts";
import { assetFields } from "./asset.model.ts";

/** The form of an asset. */
export const assetForm = recordForm("/api/v1/assets", assetFields);
