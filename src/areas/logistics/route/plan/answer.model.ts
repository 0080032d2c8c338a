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
