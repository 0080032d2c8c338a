import { z } from "zod";
import {
  controlAnswers,
  controlFamilies,
  controlKinds,
  controlSeverities,
  gateActs,
} from "#kernel/control.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { controlModes } from "./control.labels.ts";

const logic = z.custom<Logic>((value) => value !== undefined, "Say it as a rule.");
export const ownCondition = z.strictObject({ applies: logic, holds: logic });

/** What an agency decides of a control: how much it weighs, and who answers within how many days. */
export const controlInput = z.object({
  name: z.string().trim().min(1, "Name the control.").max(120),
  /** The check that comes with the product, or `own.` with the kind of records of one's own. */
  checkName: z.string().max(80),
  /** Of one's own: where it applies, and what must hold there (JSON Logic over the record's facts). */
  condition: ownCondition.nullable().default(null),
  /** Of one's own: what it demands, in a sentence. */
  demands: z
    .string()
    .trim()
    .min(10, "Say in a sentence what is demanded.")
    .max(500)
    .nullable()
    .default(null),
  /** Of one's own: the published policy that it stands on. */
  policyId: z.uuid().nullable().default(null),
  severity: z.enum(names(controlSeverities)),
  mode: z.enum(names(controlModes)),
  /** Days of work to answer. */
  days: z.number().int().min(1, "Give a day at least.").max(365),
  /** The duty of whoever answers where nobody owns the record. */
  ownerDuty: z.string().max(60),
});

/** A citation that a control stands on today. */
const citation = z.object({ text: z.string(), verified: z.boolean() });

const counts = z.object(
  Object.fromEntries(names(controlAnswers).map((name) => [name, z.number()])) as Record<
    keyof typeof controlAnswers,
    z.ZodNumber
  >,
);

/** A version of a control. */
export const controlHead = controlInput
  .extend({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ControlVersion" });

export const controlRow = controlHead
  .extend({
    family: z.enum(names(controlFamilies)),
    kind: z.enum(names(controlKinds)),
    subject: z.string(),
    demands: z.string(),
    dayNamed: z.string(),
    remedy: z.string(),
    /** What it stops where it is let to. */
    stops: z.enum(names(gateActs)).nullable(),
    citations: z.array(citation),
    /** Of records as they stand now, by answer. */
    counts,
    /** Failures that are open or waived: of what was done, not of what is still to go out. */
    failures: z.number(),
  })
  .meta({ id: "Control" });
export type ControlRow = z.output<typeof controlRow>;

/** A policy of the agency that holds today, to stand a control on. */
export const standingPolicy = z
  .object({ policyId: z.string(), label: z.string() })
  .meta({ id: "StandingPolicy" });
export type StandingPolicy = z.output<typeof standingPolicy>;

/** How many records passed and failed a control in a month of the agency. */
export const controlMonth = z
  .object({ month: z.string(), passed: z.number(), failed: z.number() })
  .meta({ id: "ControlMonth" });
export type ControlMonth = z.output<typeof controlMonth>;
