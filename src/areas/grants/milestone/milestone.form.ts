import { recordForm } from "#kernel/record-form.ts";
import { milestoneFields } from "./milestone.model.ts";

/** The form of a milestone. */
export const milestoneForm = recordForm("/api/v1/milestones", milestoneFields);
