import type { Tone } from "#kernel/lifecycle.ts";
import { lifecycle } from "#kernel/lifecycle.ts";

export const periodStatuses = {
  open: { label: "Open", tone: "progress" },
  soft_closed: { label: "Soft closed", tone: "warning" },
  closed: { label: "Closed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PeriodStatus = keyof typeof periodStatuses;
export type PeriodAction = "softClose" | "close" | "open" | "reopen";
export const periodCourse = ["open", "soft_closed", "closed"] as const;

export type PeriodFacts = {
  status: string;
  preparedBy: string | null;
  /** Why it cannot go on, each in a sentence; none once nothing stops it. */
  blocks: readonly string[];
  /** A later period is not open any more. */
  followed: boolean;
};

/**
 * A period of the books: documents post while it is open, entries by hand until it is closed. One
 * prepares it, another closes it; reopened from the last back.
 */
export const periodCycle = lifecycle<PeriodFacts>()<PeriodStatus, PeriodAction>({
  noun: "period",
  initial: "open",
  statuses: periodStatuses,
  course: periodCourse,
  actions: {
    softClose: {
      label: "Close for documents",
      from: ["open"],
      to: "soft_closed",
      permission: "books.close",
      tone: "primary",
      unless: (p) => p.blocks[0] ?? null,
    },
    open: {
      label: "Open for documents again",
      from: ["soft_closed"],
      to: "open",
      permission: "books.close",
      needsReason: true,
      unless: (p) => (p.followed ? laterFirst : null),
    },
    close: {
      label: "Close the period",
      from: ["soft_closed"],
      to: "closed",
      permission: "books.confirm",
      tone: "primary",
      byOthers: "close it",
      unless: (p, asker) =>
        p.preparedBy === asker.personId
          ? "You closed this period for documents, so another person closes it."
          : (p.blocks[0] ?? null),
    },
    reopen: {
      label: "Reopen",
      from: ["closed"],
      to: "soft_closed",
      permission: "books.confirm",
      needsReason: true,
      tone: "danger",
      unless: (p) => (p.followed ? laterFirst : null),
    },
  },
});

const laterFirst = "A later period is closed on this one. Periods are reopened from the last back.";
