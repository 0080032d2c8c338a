import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const journalKinds = {
  payroll: "Payroll register",
  transfer: "Cost transfer",
  allocation: "Allocation",
  receipt: "Receipts",
} as const;
export type JournalKind = keyof typeof journalKinds;

/** Journals whose lines are costs that can be claimed; others move what was counted already. */
export const bearsCosts = (kind: JournalKind): boolean => kind === "payroll" || kind === "transfer";
export const journalStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  waiting: { label: "To be posted", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  posted: { label: "Posted", tone: "success" },
  reversed: { label: "Reversed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type JournalStatus = keyof typeof journalStatuses;
export type JournalAction = "submit" | "post" | "return" | "reverse";
export const journalCourse = ["draft", "waiting", "posted"] as const;

type Facts = { status: string; preparedBy: string | null };

/** Prepared by one person, posted by another; what is posted is reversed by a journal of its own. */
export const journalCycle = lifecycle<Facts>()<JournalStatus, JournalAction>({
  noun: "journal",
  initial: "draft",
  begins: ["posted"],
  statuses: journalStatuses,
  course: journalCourse,
  actions: {
    submit: {
      label: "Send to be posted",
      from: ["draft", "returned"],
      to: "waiting",
      permission: "journal.prepare",
      tone: "primary",
    },
    post: {
      label: "Post",
      from: ["waiting"],
      to: "posted",
      permission: "journal.approve",
      byOthers: "post it",
      tone: "primary",
      unless: (j, asker) =>
        j.preparedBy === asker.personId
          ? "You prepared this journal, so another person posts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["waiting"],
      to: "returned",
      permission: "journal.approve",
      needsReason: true,
    },
    reverse: {
      label: "Reverse",
      from: ["posted"],
      to: "reversed",
      permission: "journal.approve",
      needsReason: true,
      tone: "danger",
      unless: (j, asker) =>
        j.preparedBy === asker.personId
          ? "You prepared this journal, so another person reverses it."
          : null,
    },
  },
});

export const journalViews = [
  { id: "waiting", name: "To be posted", query: "status=waiting" },
  { id: "payroll", name: "Payroll registers", query: "kind=payroll" },
  { id: "receipts", name: "Receipts", query: "kind=receipt" },
  { id: "transfers", name: "Cost transfers", query: "kind=transfer" },
] as const;
