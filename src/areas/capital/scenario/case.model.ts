import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { conditions } from "../request/need.labels.ts";

const cents = z.number().int().min(0).max(9e13);
/** A ceiling of a source, in cents by year of the plan. */
export const ceiling = z.object({ sourceId: z.uuid(), cents: z.array(cents).min(1).max(10) });
export type Ceiling = z.output<typeof ceiling>;
/** A request that must be in the plan; `year` is its start, null for any. */
export const pin = z.object({ requestId: z.uuid(), year: z.number().int().nullable() });
export type Pin = z.output<typeof pin>;

const planProject = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  department: z.string(),
  /** Hundredths of points of ten, before its time in the plan is weighed (`worthOf`). */
  score: z.number().int(),
  /** Cents by year from its start. */
  cost: z.array(cents),
  /** What each source may pay at most, by year from its start. */
  funding: z.array(z.object({ sourceId: z.string(), cents: z.array(cents) })),
  earliest: z.number().int(),
  latest: z.number().int(),
  /** The fiscal year in which it is needed; null where nobody said. */
  needBy: z.number().int().nullable().default(null),
  condition: z.enum(names(conditions)).default("none"),
  /** What a year of waiting costs, in cents. */
  waitingCents: z.number().int().default(0),
  requires: z.array(z.string()),
  excludes: z.array(z.string()),
});
export type PlanProject = z.output<typeof planProject>;
export const planCase = z.object({
  firstYear: z.number().int(),
  years: z.number().int(),
  /** What each year of waiting, and each year past the need, takes of a score, in percent. */
  waitPercent: z.number().int().default(0),
  latePercent: z.number().int().default(0),
  projects: z.array(planProject),
  sources: z.array(z.object({ id: z.string(), name: z.string() })),
  ceilings: z.array(ceiling),
  pins: z.array(pin),
  bars: z.array(z.string()),
});
export type PlanCase = z.output<typeof planCase>;

const payment = z.object({ year: z.number(), sourceId: z.string(), cents: z.number() });
const chosen = z.object({
  id: z.string(),
  startYear: z.number(),
  payments: z.array(payment),
});
export type Chosen = z.output<typeof chosen>;
export const planAnswer = z.object({
  status: z.enum(["optimal", "stopped", "infeasible"]),
  /** Whose word the bound is: recomputed in whole numbers, or the solver's within its tolerance. */
  proof: z.enum(["whole", "solver"]).default("whole"),
  score: z.number(),
  /** No plan within the ceilings scores more. */
  bound: z.number(),
  chosen: z.array(chosen),
  /** What funding by rank would score under the same ceilings. */
  byRank: z.number(),
  /** What a tenth more of a ceiling brings, solved again; null where it was not proven in time. */
  raises: z.array(
    z.object({
      sourceId: z.string(),
      year: z.number(),
      byCents: z.number(),
      gain: z.number().nullable(),
    }),
  ),
  /** What each pin costs, solved again without it. */
  pinCosts: z.array(z.object({ requestId: z.string(), cost: z.number().nullable() })),
  out: z.array(z.object({ id: z.string(), why: z.string() })),
  /** Pins and ceilings that cannot hold together. */
  conflict: z.array(z.string()),
  nodes: z.number(),
  seconds: z.number(),
});
export type PlanAnswer = z.output<typeof planAnswer>;

/** The start years of a project within a plan, as places in it: all of its cost falls into the plan. */
export const startsOf = (of: PlanCase, p: PlanProject): number[] => {
  if (of.bars.includes(p.id)) return [];
  const pinned = of.pins.find((each) => each.requestId === p.id)?.year ?? null;
  return Array.from({ length: of.years }, (_, at) => at).filter((at) => {
    const year = of.firstYear + at;
    return (
      year >= p.earliest &&
      year <= p.latest &&
      at + p.cost.length <= of.years &&
      (pinned === null || pinned === year)
    );
  });
};

/** The place of each project's start in the plan, null where it is out. */
export type Starts = readonly (number | null)[];

/** What a source may pay for a project in a year of the plan, in cents. */
export const mayPay = (p: PlanProject, sourceId: string, start: number, at: number): number =>
  p.funding.find((f) => f.sourceId === sourceId)?.cents[at - start] ?? 0;
