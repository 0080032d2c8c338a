import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const movementKinds = {
  receipt: "Receipt",
  issue: "Issue",
  return: "Return",
  transfer: "Transfer",
  adjust: "Adjustment",
  scrap: "Scrap",
} as const;
export type MovementKind = keyof typeof movementKinds;

export const movementStatuses = {
  posted: { label: "Posted", tone: "success" },
  reversed: { label: "Reversed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type MovementStatus = keyof typeof movementStatuses;
export type MovementAction = "reverse";

export const movementCourse = ["posted"] as const;

/** Who gets what is issued. One of them is always named. */
export const consumerTypes = {
  workOrder: "Work order",
  project: "Project",
  incident: "Incident",
  department: "Department",
} as const;
export type ConsumerType = keyof typeof consumerTypes;

export const costMethods = {
  average: "Weighted average",
  fifo: "First in, first out",
} as const;

/** What a reversal asks of the movement: whether it is one itself, corrects values alone, or travels. */
export type MovementFacts = {
  status: string;
  reversesId: string | null;
  corrects: boolean;
  transferId: string | null;
};

/** A movement is posted as it is entered, stays as it is, and is reversed once by an opposite one. */
export const movementCycle = lifecycle<MovementFacts>()<MovementStatus, MovementAction>({
  noun: "stock movement",
  initial: "posted",
  statuses: movementStatuses,
  course: movementCourse,
  actions: {
    reverse: {
      label: "Reverse",
      from: ["posted"],
      to: "reversed",
      permission: "stock.move",
      needsReason: true,
      tone: "danger",
      unless: ({ reversesId, corrects, transferId }, { kind }) =>
        reversesId
          ? "This takes another movement back. Post what moved anew instead."
          : corrects
            ? "This corrects what others cost. Reverse the movement that it follows from."
            : transferId && kind !== "system"
              ? "This belongs to a transfer that travels: call it back there, or send it anew."
              : null,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const movementViews = [
  { id: "issues", name: "Issues", query: "kind=issue" },
  { id: "receipts", name: "Receipts", query: "kind=receipt" },
  { id: "transfers", name: "Transfers", query: "kind=transfer" },
  { id: "opening", name: "Opening balances", query: "opening=true" },
  { id: "written-off", name: "Scrapped and adjusted", query: "kind=scrap,adjust" },
] as const;
