import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { causes } from "../cause.model.ts";
import { snapshotName } from "../schedule.model.ts";
import { whoseCauses } from "./extension.labels.ts";
import type { Slip } from "./slip.model.ts";

const whose = z.enum(names(whoseCauses));

/** What is asked of a contract because its project's schedule slipped. */
export const extensionInput = z.object({
  before: snapshotName,
  after: snapshotName,
  contractId: z.uuid("Choose a contract."),
  title: z.string().trim().min(1, "Say what is asked.").max(200),
  reason: z.string().trim().min(3, "Say why the contract changes.").max(4000),
  days: z
    .number("Enter whole days.")
    .int("Enter whole days.")
    .min(1, "Ask for a day at least.")
    .max(3650),
  causes: z
    .array(z.object({ key: z.string().max(60), whose }))
    .min(1)
    .max(200),
});
export type ExtensionInput = z.output<typeof extensionInput>;

const stateHead = z.object({
  name: snapshotName,
  label: z.string(),
  dataDate: dayField,
  finish: dayField,
});
export type StateHead = z.output<typeof stateHead>;

const mover = z.object({
  key: z.string(),
  name: z.string(),
  cause: z.enum(names(causes)),
  says: z.string(),
  alone: z.number(),
  without: z.number(),
});
const figures = {
  before: stateHead,
  after: stateHead,
  wasFinish: dayField,
  finish: dayField,
  days: z.number(),
  workingDays: z.number(),
  unexplained: z.number(),
};
const askedMover = mover.extend({ whose });

/** The slip that an extension was asked for, as it stood then. */
const askedSlip = z.object({ ...figures, askedDays: z.number(), movers: z.array(askedMover) });
export type AskedSlip = z.output<typeof askedSlip>;

const askedChange = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
});
const contracts = z.array(z.object({ id: z.string(), label: z.string() }));

/** A slip between two states with what would be asked for it. */
export const slipAnswer = z
  .object({
    ...figures,
    movers: z.array(mover),
    title: z.string(),
    reason: z.string(),
    contracts,
    /** What was asked for these days already. */
    asked: z.array(askedChange),
    /** Why nothing is asked now. */
    closed: z.string().nullable(),
  })
  .meta({ id: "ScheduleSlip" });
export type SlipAnswer = z.output<typeof slipAnswer>;

/** The slip behind a change of a contract; null where it comes from no schedule. */
export const changeSlip = z
  .object({
    slip: askedSlip
      .extend({
        projectId: z.string(),
        project: z.string(),
        appliedDays: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "ChangeSlip" });
export type ChangeSlip = z.output<typeof changeSlip>;

/** What a contractor asked of its project's time, and between which states it may ask. */
export const contractorExtensions = z
  .object({
    closed: z.string().nullable(),
    states: z.array(stateHead),
    asked: z.array(askedChange.extend({ appliedDays: z.number().nullable(), slip: askedSlip })),
  })
  .meta({ id: "ContractorExtensions" });
export type ContractorExtensions = z.output<typeof contractorExtensions>;

const moved = ({ alone, without }: Slip["movers"][number]): string =>
  alone > without
    ? `${counted(alone, "day")} alone, beside another cause`
    : counted(Math.max(alone, without), "day");

/** What an extension says before anybody writes over it. */
export const proposedWords = (
  { days, workingDays, wasFinish, finish, movers }: Slip,
  { before, after }: { before: StateHead; after: StateHead },
): { title: string; reason: string } => ({
  title: `Extension of time: ${counted(days, "day")}`,
  reason: [
    `The finish moved from ${formatDate(wasFinish)} to ${formatDate(finish)}, by ${counted(days, "calendar day")} (${counted(workingDays, "working day")}).`,
    `Compared: ${before.label} and ${after.label}.`,
    ...movers.slice(0, 12).map((each) => `${each.name}, ${moved(each)}. ${each.says}`),
  ]
    .join("\n")
    .slice(0, 4000),
});
