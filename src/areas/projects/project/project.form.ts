import { recordForm } from "#kernel/record-form.ts";
import { projectFields } from "./project.model.ts";

/** The form of a project. */
export const projectForm = recordForm("/api/v1/projects", projectFields);
