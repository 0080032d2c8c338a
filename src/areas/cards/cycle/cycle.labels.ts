import { lifecycle, type Tone } from "#kernel/lifecycle.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";

export const cycleStatuses = {
  open: { label: "Open", tone: "info" },
  stated: { label: "Statement read", tone: "warning" },
  reconciled: { label: "Reconciled", tone: "progress" },
  invoiced: { label: "Invoiced", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CycleStatus = keyof typeof cycleStatuses;
export type CycleAction = "state" | "reconcile" | "reopen" | "invoice" | "uninvoice";

/** What the rules of its steps want to know; cents. */
export type CycleFacts = {
  status: string;
  statementCents: number | null;
  linesCents: number;
  lines: number;
  unapproved: number;
};

const differs = ({ statementCents, linesCents }: CycleFacts): string | null => {
  const gap = (statementCents ?? 0) - linesCents;
  if (gap === 0) return null;
  return `The lines come to ${formatCents(linesCents)}, the statement says ${formatCents(statementCents ?? 0)}: ${formatCents(Math.abs(gap))} ${gap > 0 ? "are missing" : "are too much"}.`;
};

/** What a bank bills at once: its statement is read, tied to the cent, and becomes one invoice. */
export const cycleLife = lifecycle<CycleFacts>()<CycleStatus, CycleAction>({
  noun: "card cycle",
  initial: "open",
  statuses: cycleStatuses,
  course: ["open", "stated", "reconciled", "invoiced"],
  actions: {
    state: {
      label: "Read the statement",
      from: ["open", "stated"],
      to: "stated",
      permission: "cards.administer",
      tone: "primary",
    },
    reconcile: {
      label: "Reconcile",
      from: ["stated"],
      to: "reconciled",
      permission: "cards.administer",
      tone: "primary",
      unless: differs,
    },
    reopen: {
      label: "Open again",
      from: ["reconciled"],
      to: "stated",
      permission: "cards.administer",
      needsReason: true,
    },
    invoice: {
      label: "Make the bank's invoice",
      from: ["reconciled"],
      to: "invoiced",
      permission: "invoice.create",
      tone: "primary",
      unless: (cycle) =>
        cycle.unapproved > 0
          ? `${counted(cycle.unapproved, "line is", "lines are")} not approved yet.`
          : cycle.linesCents <= 0
            ? "The bank bills nothing for this cycle."
            : differs(cycle),
    },
    uninvoice: {
      label: "Invoice ended",
      from: ["invoiced"],
      to: "reconciled",
      permission: "invoice.create",
      system: true,
      needsReason: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const cycleViews = [
  { id: "open", name: "Not invoiced", query: "status=open,stated,reconciled" },
  { id: "invoiced", name: "Invoiced", query: "status=invoiced" },
] as const;
