import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const entryKinds = {
  entry: "Entry",
  opening: "Opening balances",
  accrual: "Accrual",
} as const;
export type EntryKind = keyof typeof entryKinds;

export const entryStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  waiting: { label: "To be posted", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  posted: { label: "Posted", tone: "success" },
  reversed: { label: "Reversed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type EntryStatus = keyof typeof entryStatuses;
export type EntryAction = "submit" | "post" | "return" | "reverse";
export const entryCourse = ["draft", "waiting", "posted"] as const;

type Facts = { status: string; preparedBy: string | null; reversalOf: string | null };

/** Prepared by one person, posted by another; what is posted is reversed by an entry of its own. */
export const entryCycle = lifecycle<Facts>()<EntryStatus, EntryAction>({
  noun: "journal entry",
  initial: "draft",
  begins: ["posted"],
  statuses: entryStatuses,
  course: entryCourse,
  edit: {
    from: ["draft", "returned"],
    otherwise: "It was sent to be posted. Have it returned first.",
    permission: "entry.prepare",
  },
  actions: {
    submit: {
      label: "Send to be posted",
      from: ["draft", "returned"],
      to: "waiting",
      permission: "entry.prepare",
      tone: "primary",
    },
    post: {
      label: "Post",
      from: ["waiting"],
      to: "posted",
      permission: "entry.post",
      byOthers: "post it",
      tone: "primary",
      unless: (e, asker) =>
        e.preparedBy === asker.personId
          ? "You prepared this entry, so another person posts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["waiting"],
      to: "returned",
      permission: "entry.post",
      needsReason: true,
    },
    reverse: {
      label: "Reverse",
      from: ["posted"],
      to: "reversed",
      permission: "entry.post",
      needsReason: true,
      tone: "danger",
      unless: (e, asker) => {
        if (e.reversalOf) return "A reversal is not reversed: prepare a new entry.";
        return e.preparedBy === asker.personId
          ? "You prepared this entry, so another person reverses it."
          : null;
      },
    },
  },
});
