/**
 * A budget line when its year is closed, in cents; `nextId` and `nextAvailable` are its account's
 * line in the next year.
 */
export type LineAtClose = {
  id: string;
  accountStringId: string;
  code: string;
  stop: "hard" | "soft";
  /** Revenue, or a transfer in. */
  comesIn: boolean;
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  nextId: string | null;
  nextAvailable: number;
};
export type Short = { code: string; line: boolean; missing: number };

/**
 * The unspent budget behind what a line still holds, in cents: never more than it holds or than was
 * budgeted (a refund adds nothing to it), never less than nothing.
 */
export const carriedBudget = (l: LineAtClose): number =>
  Math.max(0, Math.min(l.preEncumbered + l.encumbered, l.budget - Math.max(0, l.expended)));

/**
 * What the next year lacks for what this line holds, null when it takes it. A soft stop takes
 * everything; a line that is not there is made when budget goes along, and takes what brings its
 * own or stops softly.
 */
export const shortOf = (l: LineAtClose, way: "carry" | "next"): Short | null => {
  const needed = l.preEncumbered + l.encumbered - (way === "carry" ? carriedBudget(l) : 0);
  if (needed <= 0) return null;
  if (!l.nextId && (way === "next" || l.stop === "hard"))
    return { code: l.code, line: false, missing: needed };
  return l.stop === "soft" || l.nextAvailable >= needed
    ? null
    : { code: l.code, line: true, missing: needed - Math.max(0, l.nextAvailable) };
};
