import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { names } from "#kernel/labels.ts";
import { deadlineCycle } from "./deadline.labels.ts";

export type DeadlineStatus = keyof typeof deadlineCycle.statuses;

/** A day that follows from a record, as its area says it. Days are YYYY-MM-DD of the agency. */
export type DeadlineSpec = {
  /** Which of the record's days it is, so that it is known again: `option-1`. */
  key: string;
  title: string;
  dueOn: Day;
  /** How the day follows, in words: "180 days before the current term ends on 2027-06-30". */
  follows: string;
  /** The rule or clause that says so, where there is one. */
  citation?: string;
  ownerId?: string | null;
  /** So many days ahead the owner is told, each once. */
  notices?: readonly number[];
  /** False: no person marks it done, the record's own step ends it. */
  byHand?: boolean;
};

const dayMs = 86_400_000;
/** Calendar days from one day to another (YYYY-MM-DD), negative where it is past. */
export const daysUntil = (day: string, from: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;

/**
 * Which notice is due: `reached` are all whose day has come, of which one is told, the nearest;
 * null where nothing is due, or the nearest was told.
 */
export const noticeDue = (
  dueOn: string,
  today: string,
  notices: readonly number[],
  told: readonly number[],
): { days: number; reached: number[] } | null => {
  const left = daysUntil(dueOn, today);
  if (left < 0) return null;
  const reached = notices.filter((days) => days >= left);
  if (reached.length === 0) return null;
  const nearest = Math.min(...reached);
  return told.includes(nearest)
    ? null
    : { days: nearest, reached: reached.filter((days) => !told.includes(days)) };
};

export const deadlineRow = z
  .object({
    id: z.string(),
    status: z.enum(names(deadlineCycle.statuses)),
    title: z.string(),
    dueOn: dayField,
    sourceType: z.string(),
    sourceNumber: z.string(),
    link: z.string(),
    follows: z.string(),
    citation: z.string(),
    ownerId: z.string().nullable(),
    owner: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Deadline" });
export type DeadlineRow = z.output<typeof deadlineRow>;

export const deadlineRecord = deadlineRow
  .extend({
    number: z.string(),
    sourceId: z.string(),
    notices: z.array(z.number()),
    note: z.string(),
    doneAt: instantField.nullable(),
    doneBy: z.string().nullable(),
    actions: z.array(offeredAction),
    canAssign: z.boolean(),
  })
  .meta({ id: "DeadlineRecord" });
export type DeadlineRecord = z.output<typeof deadlineRecord>;

export const assignInput = z.object({ ownerId: z.uuid("Choose who looks after it.") });
export const feedAnswer = z.object({
  address: z.string().nullable(),
  since: z.string().nullable(),
});
