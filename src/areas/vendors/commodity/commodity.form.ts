import { recordForm } from "#kernel/record-form.ts";
import { commodityFields } from "./commodity.model.ts";

/** The form of a commodity code. */
export const commodityForm = recordForm("/api/v1/commodity-codes", commodityFields);
