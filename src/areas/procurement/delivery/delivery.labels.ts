/** Where something goes, in one line: the place, then what was noted beside it. */
export const deliveryOf = ({ place, deliverTo }: { place?: string; deliverTo: string }): string =>
  [place, deliverTo].filter(Boolean).join("; ") || "—";
