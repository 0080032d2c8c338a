import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

const stored = {
  draft: { label: "Draft", tone: "warning" },
  submitted: { label: "Submitted", tone: "info", terminal: true },
  discarded: { label: "Discarded", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
type LogStatus = keyof typeof stored;

/** How a log stands: a day after it was submitted it is read as locked. */
export const logStatuses = {
  ...stored,
  locked: { label: "Locked", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type LogAction = "submit" | "discard";
export type { LogStatus };

export const logCourse = ["draft", "submitted", "locked"] as const;

/** Hours from its submission until a log is locked. */
export const hoursOpen = 24;

/** Why work stood still. */
export const delayCauses = {
  weather: "Weather",
  owner: "Owner",
  contractor: "Contractor",
  utility: "Utility",
  other: "Other",
} as const;
export type DelayCause = keyof typeof delayCauses;

/** What the rules of its steps want to know. */
export type LogFacts = {
  status: string;
  authorId: string;
  /** A day went by since it was submitted, by the database's clock. */
  locked: boolean;
};

const edit = "dailyLog.edit";

/**
 * The log of a day on a project: its author submits it and may correct it for a day; what comes later
 * is an amendment.
 */
export const logCycle = lifecycle<LogFacts>()<LogStatus, LogAction>({
  noun: "daily log",
  initial: "draft",
  statuses: stored,
  course: ["draft", "submitted"],
  edit: {
    from: ["draft", "submitted"],
    otherwise: "It was discarded: write another log of the day.",
    permission: edit,
    unless: (log, asker) => {
      if (log.locked) return "It is locked since a day after it was submitted: add an amendment.";
      return asker.personId === log.authorId
        ? null
        : "Only its author changes a log: write your own of this day.";
    },
  },
  actions: {
    submit: {
      label: "Submit",
      from: ["draft"],
      to: "submitted",
      permission: edit,
      tone: "primary",
      unless: (log, asker) =>
        asker.personId === log.authorId ? null : "Only its author submits a log.",
    },
    discard: {
      label: "Discard",
      from: ["draft"],
      to: "discarded",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const logViews = [
  { id: "drafts", name: "Drafts", query: "status=draft" },
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "delays", name: "With a delay", query: "delayed=true" },
] as const;
