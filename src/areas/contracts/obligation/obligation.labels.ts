import type { Tone } from "#kernel/lifecycle.ts";
import { lifecycle } from "#kernel/lifecycle.ts";

export const sides = { agency: "We owe", vendor: "The vendor owes" } as const;
export type Side = keyof typeof sides;

export const recurrences = {
  once: "Once",
  monthly: "Every month",
  quarterly: "Every quarter",
  yearly: "Every year",
} as const;
export type Recurrence = keyof typeof recurrences;
export const monthsBetween: Readonly<Record<Recurrence, number>> = {
  once: 0,
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

export const dueStatuses = {
  open: { label: "Open", tone: "neutral" },
  delivered: { label: "Delivered", tone: "progress" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "warning" },
  dropped: { label: "No longer due", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type DueStatus = keyof typeof dueStatuses;
export type DueAction = "deliver" | "accept" | "return" | "drop" | "renew";

type Facts = { deliveredBy: string | null };

/** A day of an obligation: delivered with evidence, then accepted or returned by another person. */
export const dueCycle = lifecycle<Facts>()<DueStatus, DueAction>({
  noun: "obligation",
  initial: "open",
  statuses: dueStatuses,
  course: ["open", "delivered", "accepted"],
  actions: {
    deliver: {
      label: "Deliver",
      from: ["open", "returned"],
      to: "delivered",
      permission: "contract.edit",
      tone: "primary",
    },
    accept: {
      label: "Accept",
      from: ["delivered"],
      to: "accepted",
      permission: "contract.edit",
      tone: "primary",
      unless: (due, asker) =>
        due.deliveredBy !== null && due.deliveredBy === asker.personId
          ? "You delivered it, so another person accepts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["delivered"],
      to: "returned",
      permission: "contract.edit",
      needsReason: true,
    },
    drop: {
      label: "Drop",
      from: ["open", "returned"],
      to: "dropped",
      permission: "contract.edit",
      system: true,
    },
    renew: {
      label: "Renew",
      from: ["dropped"],
      to: "open",
      permission: "contract.edit",
      system: true,
    },
  },
});

/** The list's own views. */
export const dueViews = [
  { id: "missed", name: "Missed", query: "missed=true" },
  { id: "soon", name: "Due in 30 days", query: "dueSoon=true" },
  { id: "check", name: "To accept", query: "status=delivered" },
  { id: "mine", name: "Mine", query: "mine=true" },
];
