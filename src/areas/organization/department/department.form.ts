import { recordForm } from "#kernel/record-form.ts";
import { departmentFields } from "./department.model.ts";

/** The form of a department. */
export const departmentForm = recordForm("/api/v1/departments", departmentFields);
