import { z } from "zod";

export const departmentFields = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,12}$/, "Use 1 to 12 letters, digits or hyphens"),
  name: z.string().trim().min(1, "Enter a name").max(80, "Name must be at most 80 characters"),
  parentId: z.uuid("Invalid UUID format").nullable().default(null),
});
export const departmentPatch = departmentFields.partial().extend({
  parentId: z.uuid("Invalid UUID format").nullable().optional(),
  active: z.boolean().optional(),
});

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
