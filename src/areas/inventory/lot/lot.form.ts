import { recordForm } from "#kernel/record-form.ts";
import { lotFields } from "./lot.model.ts";

/** The form of a lot: its number, and the last day on which it may be issued. */
export const stockLotForm = recordForm("/api/v1/stock-lots", lotFields);
