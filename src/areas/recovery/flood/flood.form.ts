import { recordForm } from "#kernel/record-form.ts";
import { floodBuildingFields } from "./flood.model.ts";

/** The form of a flooded building. */
export const floodBuildingForm = recordForm("/api/v1/pa-flood-buildings", floodBuildingFields);
