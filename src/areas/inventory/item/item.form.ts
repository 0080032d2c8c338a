import { recordForm } from "#kernel/record-form.ts";
import { itemFields } from "./item.model.ts";

/** The form of a stock item. */
export const stockItemForm = recordForm("/api/v1/stock-items", itemFields);
