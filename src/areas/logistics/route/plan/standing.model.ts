/** How far from the best possible a plan is at most. */
export type AnswerStanding =
  | { kind: "proven" }
  | { kind: "within"; tenths: number }
  | { kind: "weak"; tenths: number | null };

/** From here on a bound is too far off to say how good a plan is: a tenth. */
const weakFrom = 100;

const tenthsAbove = (cost: number, bound: number): number =>
  Math.ceil(((cost - bound) * 1000) / bound);

/**
 * What may be said of a plan: proven where its cost is the bound; within so much of it; or, where the
 * bound is far, how much shorter it is than always going to the nearest stop. Shares are tenths of a percent.
 */
export const standingOf = (
  cost: number,
  bound: number | null,
  nearest: number | null,
): AnswerStanding => {
  if (bound !== null && cost <= bound) return { kind: "proven" };
  if (bound !== null && bound > 0 && tenthsAbove(cost, bound) <= weakFrom)
    return { kind: "within", tenths: tenthsAbove(cost, bound) };
  return {
    kind: "weak",
    tenths: nearest === null ? null : Math.floor(((nearest - cost) * 1000) / nearest),
  };
};

const percent = (tenths: number): string => `${(tenths / 10).toFixed(1)} %`;

/** The same in words. */
export const standingSays = (found: AnswerStanding): string => {
  if (found.kind === "proven") return "proven: no plan is shorter";
  if (found.kind === "within") return `within ${percent(found.tenths)} of the bound`;
  if (found.tenths === null) return "bound too weak to say how good it is";
  return found.tenths > 0
    ? `bound too weak: ${percent(found.tenths)} shorter than nearest neighbor`
    : "bound too weak: no shorter than nearest neighbor";
};
