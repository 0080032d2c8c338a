import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const visit = z.object({
  stopId: z.string(),
  /** Seconds since midnight of the plan's day, like all times of an answer. */
  arrival: z.number(),
  begin: z.number(),
  leave: z.number(),
  waiting: z.number(),
});
const route = z.object({
  vehicle: z.string(),
  leaves: z.number(),
  returns: z.number(),
  meters: z.number(),
  seconds: z.number(),
  waiting: z.number(),
  weight: z.number(),
  volume: z.number(),
  visits: z.array(visit),
  /** The way as it is drawn: longitude, latitude. */
  line: z.array(z.tuple([z.number(), z.number()])),
});

/** How far from the best possible a plan is at most. */
const standing = z.discriminatedUnion("kind", [
  /** No plan is better. */
  z.object({ kind: z.literal("proven") }),
  /** At most so many tenths of a percent above the bound. */
  z.object({ kind: z.literal("within"), tenths: z.number() }),
  /** The bound says little; so many tenths of a percent shorter than always going to the nearest. */
  z.object({ kind: z.literal("weak"), tenths: z.number().nullable() }),
]);
export type AnswerStanding = z.output<typeof standing>;

export const answerShown = z.object({
  at: instantField,
  /** Where distances come from, in words. */
  basis: z.string(),
  meters: z.number(),
  seconds: z.number(),
  waiting: z.number(),
  /** In the unit of the goal: meters, or seconds. */
  cost: z.number(),
  bound: z.number().nullable(),
  standing,
  routes: z.array(route),
  /** Stops that no vehicle can hold, each with the reason. */
  aside: z.array(z.object({ stopId: z.string(), text: z.string() })),
  /** Stops that may be left out and are. */
  left: z.array(z.string()),
  /** Whether whoever asked stopped it before its time was over. */
  stopped: z.boolean(),
});
export type Answer = z.output<typeof answerShown>;
export type AnswerRoute = Answer["routes"][number];

/** From here on a bound is too far off to say how good a plan is: a tenth. */
const weakFrom = 100;

const tenthsAbove = (cost: number, bound: number): number =>
  Math.ceil(((cost - bound) * 1000) / bound);

/**
 * What may be said of a plan: proven where its cost is the bound; within so much of it; or, where the
 * bound is far, how much shorter it is than always going to the nearest stop.
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
