import type { Tone } from "#kernel/lifecycle.ts";
import { lifecycle } from "#kernel/lifecycle.ts";

export const monthStatuses = {
  draft: { label: "In preparation", tone: "warning" },
  prepared: { label: "To be reviewed", tone: "progress" },
  reconciled: { label: "Reconciled", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type MonthStatus = keyof typeof monthStatuses;
export type MonthAction = "prepare" | "return" | "reconcile" | "reopen";
export const monthCourse = ["draft", "prepared", "reconciled"] as const;

export type MonthFacts = {
  status: string;
  preparedBy: string | null;
  /** Why it cannot be prepared, each in a sentence; none once nothing stops it. */
  blocks: readonly string[];
  /** A later month of its account was sent to review. */
  followed: boolean;
};

/**
 * A month of an account: one prepares it, another reviews it, and it is frozen then. Reopened from the
 * last back.
 */
export const monthCycle = lifecycle<MonthFacts>()<MonthStatus, MonthAction>({
  noun: "bank reconciliation",
  initial: "draft",
  statuses: monthStatuses,
  course: monthCourse,
  edit: {
    from: ["draft"],
    otherwise: "It was sent to review. Send it back first.",
    permission: "bank.match",
  },
  actions: {
    prepare: {
      label: "Send to review",
      from: ["draft"],
      to: "prepared",
      permission: "bank.match",
      tone: "primary",
      unless: (m) => m.blocks[0] ?? null,
    },
    return: {
      label: "Send back",
      from: ["prepared"],
      to: "draft",
      permission: "bank.review",
      needsReason: true,
    },
    reconcile: {
      label: "Confirm the reconciliation",
      from: ["prepared"],
      to: "reconciled",
      permission: "bank.review",
      tone: "primary",
      byOthers: "confirm it",
      unless: (m, asker) =>
        m.preparedBy === asker.personId
          ? "You prepared this month, so another person confirms it."
          : null,
    },
    reopen: {
      label: "Reopen",
      from: ["reconciled"],
      to: "draft",
      permission: "bank.review",
      needsReason: true,
      tone: "danger",
      unless: (m) =>
        m.followed
          ? "A later month of the account was sent to review on this one. Months are reopened from the last back."
          : null,
    },
  },
});

/** Why the books and the bank differ on a day, each for a payment or a batch of receipts. */
export const itemKinds = {
  check: "Outstanding check",
  ach: "Outstanding ACH",
  transit: "Deposit in transit",
  credit: "Returned, credit under way",
  early: "At the bank before the books",
  unproven: "Cleared by hand, no bank line",
} as const;
export type ItemKind = keyof typeof itemKinds;

/** What moved the books of an account in a month. */
export const movementKinds = {
  paid: "Payments released",
  voided: "Payments voided",
  returned: "Payments returned",
  receipts: "Receipts posted",
  fees: "Fees of the bank",
  named: "Named by hand",
} as const;
export type MovementKind = keyof typeof movementKinds;
