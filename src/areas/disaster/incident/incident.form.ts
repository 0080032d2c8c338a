import { recordForm } from "#kernel/record-form.ts";
import { incidentFields } from "./incident.model.ts";

/** The form of an incident. */
export const incidentForm = recordForm("/api/v1/incidents", incidentFields, {
  begins: { kind: "flood" },
});
