import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { countStatuses } from "./count.labels.ts";

const optionalId = z
  .union([z.literal("").transform(() => null), z.uuid()])
  .nullish()
  .transform((id) => id ?? null);
export const countInput = z.object({
  federal: z.boolean().default(true),
  departmentId: optionalId,
});
export const foundInput = z.object({
  tag: z.string().trim().min(1, "Scan a label, or type what it says.").max(200),
  scanned: z.boolean().default(false),
});
export const missingInput = z.object({
  assetId: z.uuid(),
  reason: z.string().trim().min(3, "Say what became of it.").max(500),
});

const countRow = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(countStatuses)),
  federal: z.boolean(),
  department: z.string().nullable(),
  openedBy: z.string(),
  createdAt: instantField,
  closedAt: instantField.nullable(),
  assets: z.number(),
  found: z.number(),
  version: z.number(),
});
export type CountRow = z.output<typeof countRow>;
const countLine = z.object({
  assetId: z.string(),
  number: z.string(),
  name: z.string(),
  tag: z.string(),
  location: z.string(),
  foundAt: instantField.nullable(),
  foundBy: z.string().nullable(),
  scanned: z.boolean(),
  missingReason: z.string(),
});
export const countDetail = countRow.extend({ lines: z.array(countLine) });
export type CountDetail = z.output<typeof countDetail>;
export const countsAnswer = z.object({
  items: z.array(countRow),
  /** Assets with a federal share that nobody found within the years of the rule. */
  overdue: z.number(),
});
export type CountsAnswer = z.output<typeof countsAnswer>;
