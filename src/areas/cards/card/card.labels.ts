import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const cardStatuses = {
  active: { label: "Active", tone: "success" },
  suspended: { label: "Suspended", tone: "danger" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CardStatus = keyof typeof cardStatuses;
export type CardAction = "suspend" | "resume" | "close";

type Facts = { status: string; holderId: string };
const administer = "cards.administer";
/** Why nobody keeps the card that they hold. */
const ownCard = ({ holderId }: { holderId: string }, asker: { personId: string | null }) =>
  holderId === asker.personId ? "You hold this card, so another administrator keeps it." : null;

/** A card is suspended at once and closed for good. */
export const cardCycleOfLife = lifecycle<Facts>()<CardStatus, CardAction>({
  noun: "card",
  initial: "active",
  statuses: cardStatuses,
  course: ["active", "closed"],
  edit: {
    from: ["active", "suspended"],
    otherwise: "A closed card does not change.",
    permission: administer,
  },
  actions: {
    suspend: {
      label: "Suspend",
      from: ["active"],
      to: "suspended",
      permission: administer,
      needsReason: true,
      tone: "danger",
    },
    resume: {
      label: "Give back",
      from: ["suspended"],
      to: "active",
      permission: administer,
      needsReason: true,
      unless: ownCard,
    },
    close: {
      label: "Close for good",
      from: ["active", "suspended"],
      to: "closed",
      permission: administer,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const cardViews = [
  { id: "active", name: "Active", query: "status=active" },
  { id: "suspended", name: "Suspended", query: "status=suspended" },
] as const;
