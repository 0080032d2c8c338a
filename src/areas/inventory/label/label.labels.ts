/** What of the stores bears labels. */
export const labelKinds = {
  item: "Items",
  location: "Locations",
  lot: "Lots and serial numbers",
} as const;
export type LabelKind = keyof typeof labelKinds;

/** What labels are printed on. */
export const sheets = {
  letter: "Letter sheets, 30 labels (Avery 5160)",
  tape: "Tape, 2 × 1 inch",
} as const;
