import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const itemStatuses = {
  active: { label: "In use", tone: "success" },
  retired: { label: "Retired", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type ItemStatus = keyof typeof itemStatuses;
export type ItemAction = "retire" | "reactivate";

export const itemCourse = ["active", "retired"] as const;

/** How pieces of an item are told apart. */
export const trackings = {
  none: "Not told apart",
  lot: "By lot",
  serial: "By serial number",
} as const;

/** What the rules of an item's steps want to know beside its row. */
export type ItemFacts = { status: string; onHand: string };

const edit = "stock.edit";

/** A stock item: nobody retires what still lies somewhere. */
export const itemCycle = lifecycle<ItemFacts>()<ItemStatus, ItemAction>({
  noun: "stock item",
  initial: "active",
  statuses: itemStatuses,
  course: itemCourse,
  actions: {
    retire: {
      label: "Retire",
      from: ["active"],
      to: "retired",
      permission: edit,
      needsReason: true,
      tone: "danger",
      unless: ({ onHand }) =>
        Number(onHand) > 0
          ? "Some of it still lies in the stores: issue, transfer or scrap it first."
          : null,
    },
    reactivate: {
      label: "Use again",
      from: ["retired"],
      to: "active",
      permission: edit,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const itemViews = [
  { id: "active", name: "In use", query: "status=active" },
  { id: "below", name: "Below the reorder point", query: "below=true" },
  { id: "mine", name: "Kept by me", query: "mine=true" },
] as const;
