import { recordForm } from "#kernel/record-form.ts";
import { locationFields } from "./location.model.ts";

/** The form of a stock location. */
export const stockLocationForm = recordForm("/api/v1/stock-locations", locationFields);
