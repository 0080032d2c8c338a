import { recordForm } from "#kernel/record-form.ts";
import { placeFields } from "./place.model.ts";

/** The form of a place. */
export const placeForm = recordForm("/api/v1/places", placeFields, { begins: { kind: "office" } });
