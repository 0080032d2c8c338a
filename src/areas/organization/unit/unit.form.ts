import { recordForm } from "#kernel/record-form.ts";
import { unitFields } from "./unit.model.ts";

/** The form of a unit of measure. */
export const unitForm = recordForm("/api/v1/units", unitFields, { begins: { kind: "count" } });
