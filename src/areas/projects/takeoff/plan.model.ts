import { z } from "zod";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { listedScales } from "./scale.model.ts";

const coordinate = z.number().min(-1e6).max(1e6);
/** A point of a page, in its own points. */
export const pointInput = z.tuple([coordinate, coordinate]);
const boxInput = z.tuple([coordinate, coordinate, coordinate, coordinate]);
/** A length, depth or slope as it is typed. */
export const typedNumber = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, `${what} is a number with at most six decimals.`);

const scaleRow = z.object({
  basis: z.enum(["points", "listed", "file"]),
  label: z.string(),
  metersPerPoint: z.number(),
});
const viewportRow = z.object({
  id: z.string(),
  name: z.string(),
  box: boxInput,
  scale: scaleRow.nullable(),
  fileScale: scaleRow.nullable(),
  version: z.number(),
});

export const planInput = z.object({
  projectId: z.uuid("Choose the project."),
  name: z.string().trim().min(1, "Name the plan set.").max(120),
  label: z.string().trim().min(1, "Say which issue it is.").max(80).default("Issue 1"),
  issuedOn: dayInput("Enter a day.").nullable().default(null),
  fileId: z.uuid("Upload the plans."),
});
export const issueInput = z.object({
  label: planInput.shape.label,
  issuedOn: planInput.shape.issuedOn,
  fileId: planInput.shape.fileId,
});
export type IssueInput = z.output<typeof issueInput>;
export type PlanInput = z.output<typeof planInput>;

export const sheetInput = z.object({
  number: z.string().trim().min(1, "Enter the sheet's number.").max(40),
  title: z.string().trim().max(120),
});
export const viewportInput = z.object({
  name: z.string().trim().min(1, "Name the part of the sheet.").max(80),
  box: boxInput,
});

/** How the scale of a viewport is set: two points with a length, a scale of the list, or the file's own. */
export const scaleInput = z
  .object({
    basis: z.enum(["points", "listed", "file"]),
    from: pointInput.nullable().default(null),
    to: pointInput.nullable().default(null),
    length: typedNumber("The length").nullable().default(null),
    unit: z.string().trim().max(20).default("ft"),
    listed: z.enum(names(listedScales)).nullable().default(null),
    /** Whoever sets it has seen what each quantity becomes. */
    seen: z.boolean().default(false),
  })
  .refine((s) => s.basis !== "points" || (s.from !== null && s.to !== null && s.length !== null), {
    path: ["length"],
    message: "Choose two points, and enter how long it is between them.",
  })
  .refine((s) => s.basis !== "listed" || s.listed !== null, {
    path: ["listed"],
    message: "Choose a scale of the list.",
  });
export type ScaleInput = z.output<typeof scaleInput>;

const sheetHead = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  revision: z.number(),
  scales: z.number(),
  viewports: z.number(),
  measurements: z.number(),
  stale: z.number(),
});
const issueRow = z.object({
  id: z.string(),
  label: z.string(),
  issuedOn: dayField.nullable(),
  state: z.enum(["reading", "ready", "failed"]),
  problem: z.string(),
  createdAt: instantField,
});
/** The plan sets of the agency, by project, with their sheets. */
export const takeoffStanding = z
  .object({
    sets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        projectId: z.string(),
        projectNumber: z.string(),
        project: z.string(),
        issues: z.array(issueRow),
        sheets: z.array(sheetHead),
      }),
    ),
  })
  .meta({ id: "TakeoffStanding" });
export type TakeoffStanding = z.output<typeof takeoffStanding>;

export const sheetDetail = z
  .object({
    id: z.string(),
    planSetId: z.string(),
    planSet: z.string(),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    number: z.string(),
    title: z.string(),
    revision: z.number(),
    current: z.boolean(),
    box: boxInput,
    rotate: z.number(),
    version: z.number(),
    revisions: z.array(z.object({ id: z.string(), revision: z.number(), label: z.string() })),
    viewports: z.array(viewportRow),
    canEdit: z.boolean(),
  })
  .meta({ id: "PlanSheetDetail" });
export type SheetDetail = z.output<typeof sheetDetail>;

export const writtenPlan = z.object({ id: z.string(), issueId: z.string() });
export const writtenSheet = z.object({ id: z.string(), version: z.number() });
