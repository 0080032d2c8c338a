import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { considerationsInput } from "../considerations/considerations.model.ts";
import { projectCycle } from "./project.labels.ts";

const category = z.enum(["A", "B", "C", "D", "E", "F", "G", "Z"], "Choose the category.");
const text = (most: number) => z.string().trim().max(most).default("");
const decimal = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "Enter a number, at most four decimals.");

const scopeLine = z.object({
  description: z.string().trim().min(2, "Say what is done.").max(300),
  quantity: decimal,
  unit: z.string().trim().min(1, "Enter the unit.").max(20),
  unitPrice: decimal,
});
export const projectInput = z.object({
  declarationId: z.uuid("Choose the declaration."),
  title: z.string().trim().min(3, "Name the project.").max(200),
  category,
  pwNumber: text(40),
  scope: text(8000),
  mitigation: text(4000),
  ehp: text(4000),
  insuranceCents: z.number().int().min(0).max(9e13).default(0),
  insuranceActual: z.boolean().default(false),
  lines: z.array(scopeLine).max(300).default([]),
});
export type ProjectInput = z.output<typeof projectInput>;
export const obligationInput = z.object({
  cents: z.number("Enter the amount.").int().min(-9e13).max(9e13),
  obligatedOn: z.iso.date("Enter the day."),
  document: z.string().trim().min(2, "Name the document.").max(200),
});

export const projectRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    category,
    status: z.enum(names(projectCycle.statuses)),
    declaration: z.string(),
    size: z.enum(["below", "small", "large"]).nullable(),
    estimateCents: z.number(),
    obligated: z.number(),
    requested: z.number(),
    unproved: z.number(),
    workUntil: dayField,
    version: z.number(),
  })
  .meta({ id: "PaProject" });
export type Project = z.output<typeof projectRow>;

export const projectDetail = projectRow
  .extend({
    declarationId: z.string(),
    pwNumber: z.string(),
    scope: z.string(),
    mitigation: z.string(),
    ehp: z.string(),
    insuranceCents: z.number(),
    insuranceActual: z.boolean(),
    /** Policies or flooded buildings say it; nobody types it. */
    insuranceFollows: z.boolean(),
    ...considerationsInput.shape,
    /** What stops it from being sent to the state, one sentence each. */
    lacks: z.array(z.string()),
    sizeSource: z.string().nullable(),
    statusReason: z.string().nullable(),
    ownExtension: z.number(),
    lines: z.array(scopeLine.extend({ id: z.string(), cents: z.number() })),
    obligations: z.array(
      z.object({
        id: z.string(),
        versionNo: z.number(),
        cents: z.number(),
        obligatedOn: dayField,
        document: z.string(),
      }),
    ),
    damage: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        estimateCents: z.number(),
        version: z.number(),
      }),
    ),
    evidence: z.array(z.string()),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaProjectDetail" });
export type ProjectDetail = z.output<typeof projectDetail>;
