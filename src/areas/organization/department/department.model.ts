import { z } from "zod";

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{1,12}$/, "Use 1 to 12 letters, digits or hyphens");
const name = z.string().trim().min(1, "Enter a name").max(80, "Name must be at most 80 characters");
const parentId = z.uuid("Invalid UUID format").nullable();

/** The fields of a department. */
export const departmentFields = {
  code,
  name,
  parentId: parentId.default(null),
  active: z.boolean().default(true),
};
export const departmentInput = z.object(departmentFields);
export const departmentPatch = z.object({ code, name, parentId, active: z.boolean() }).partial();

export const departmentRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    parentId: z.string().nullable(),
    active: z.boolean(),
    members: z.number(),
    version: z.number(),
  })
  .meta({ id: "Department" });
export type DepartmentRow = z.infer<typeof departmentRow>;
