/** What moved a ceiling, or what is drawn on it. */
export const entryKinds = {
  set: "Ceiling set",
  amendment: "Amendment",
  change_order: "Change order",
  order: "Order",
  order_change: "Order changed",
  release: "Given back",
  closed: "Closed",
} as const;
export type EntryKind = keyof typeof entryKinds;

/** The entries that move the ceiling; the others move what is drawn. */
export const ceilingKinds = ["set", "amendment", "change_order", "closed"] as const;
