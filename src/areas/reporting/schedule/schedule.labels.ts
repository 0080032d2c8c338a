import { lifecycle } from "#kernel/lifecycle.ts";
import { weekdayName } from "#kernel/weekday-names.ts";

// Apart from the model, so that screens load without zod.
export const everies = {
  day: "Every day",
  "business-day": "Every business day",
  week: "Every week",
  month: "Every month, on a day",
  "month-business-day": "Every month, on a business day",
} as const;
export type Every = keyof typeof everies;

/** When a letter goes only if a figure says so. */
export const conditions = { above: "is above", below: "is below" } as const;
export type Condition = keyof typeof conditions;

type Timed = { every: Every; weekDay: number; monthDay: number; at: string };

const nth = (n: number): string => {
  const ending = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
};

/** When it goes, in words: "Every week on Monday at 07:30". */
export const scheduleWords = ({ every, weekDay, monthDay, at }: Timed): string => {
  if (every === "week") return `Every week on ${weekdayName(weekDay)} at ${at}`;
  if (every === "month") return `Every month on the ${nth(monthDay)} at ${at}`;
  if (every === "month-business-day")
    return `On the ${nth(monthDay)} business day of each month at ${at}`;
  return `${everies[every]} at ${at}`;
};

/** What became of a letter of one sending. */
export const letterOutcomes = {
  sent: { label: "Sent", tone: "success" },
  condition: { label: "Not sent: the condition does not hold", tone: "neutral" },
  withheld: { label: "Not sent: may not read what decides", tone: "warning" },
  "not-shared": { label: "Not sent: the report is not shared", tone: "warning" },
  judged: { label: "By its condition: whether it went is the reader's to know", tone: "neutral" },
  unanswered: { label: "Not sent: the report has no answer", tone: "danger" },
} as const;
export type LetterOutcome = keyof typeof letterOutcomes;

type Owned = { status: string; ownerId: string };
// The product ends it with its report, and with whoever set it up.
const notOwner = (schedule: Owned, asker: { personId: string | null; kind: string }) =>
  asker.kind === "system" || schedule.ownerId === asker.personId
    ? null
    : "Only whoever set up this schedule does this.";

export const reportScheduleCycle = lifecycle<Owned>()({
  noun: "report schedule",
  statuses: {
    active: { label: "Active", tone: "success" },
    paused: { label: "Paused", tone: "warning" },
    ended: { label: "Ended", tone: "neutral", terminal: true },
  },
  course: ["active"],
  initial: "active",
  edit: {
    from: ["active", "paused"],
    otherwise: "A schedule that ended is not changed.",
    permission: "report.keep",
    unless: notOwner,
  },
  actions: {
    pause: {
      label: "Pause",
      from: ["active"],
      to: "paused",
      permission: "report.keep",
      unless: notOwner,
    },
    resume: {
      label: "Resume",
      from: ["paused"],
      to: "active",
      permission: "report.keep",
      unless: notOwner,
      tone: "primary",
    },
    end: {
      label: "End",
      from: ["active", "paused"],
      to: "ended",
      permission: "report.keep",
      unless: notOwner,
      tone: "danger",
    },
  },
});
export type ReportScheduleStatus = keyof typeof reportScheduleCycle.statuses;
