import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { ceiling, pin, planAnswer, planCase } from "./case.model.ts";
import { scenarioStatuses } from "./scenario.labels.ts";
import { planGate } from "../plan/gate.model.ts";

const status = z.enum(names(scenarioStatuses));
export const scenarioInput = z
  .object({
    name: z.string().trim().min(1, "Name the scenario.").max(120),
    firstYear: z.coerce.number("Enter a year.").int().min(1990).max(2200),
    years: z.coerce.number().int().min(1, "Five to ten years, at least one.").max(10),
    ceilings: z.array(ceiling).min(1, "Set a ceiling.").max(20),
    pins: z.array(pin).max(60).default([]),
    bars: z.array(z.uuid()).max(100).default([]),
    waitPercent: z.coerce.number("Enter a percent.").int().min(0).max(50).default(3),
    latePercent: z.coerce.number("Enter a percent.").int().min(0).max(90).default(20),
  })
  .refine((s) => s.ceilings.every((c) => c.cents.length === s.years), {
    path: ["ceilings"],
    message: "Each source has a ceiling for every year.",
  })
  .refine((s) => !s.pins.some((p) => s.bars.includes(p.requestId)), {
    path: ["bars"],
    message: "A request is pinned and barred at once.",
  });
export type ScenarioInput = z.output<typeof scenarioInput>;
export const planDecision = z.object({
  decidedOn: z.iso.date("Enter the day of the decision."),
  resolution: z.string().trim().min(3, "Name the resolution.").max(200),
  /** Where the money comes from, if the first year is open: it comes in by an amendment. */
  source: z.string().trim().max(300).default(""),
  /** What was decided about a fund that the first year leaves short of a rule. */
  fundDecision: z.string().trim().max(2000).default(""),
});

export const scenarioRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    status,
    firstYear: z.number(),
    years: z.number(),
    score: z.number().nullable(),
    bound: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "CapitalScenario" });
export type ScenarioRow = z.output<typeof scenarioRow>;
export const scenarioDetail = scenarioRow
  .extend({
    ceilings: z.array(ceiling),
    pins: z.array(pin),
    bars: z.array(z.string()),
    waitPercent: z.number(),
    latePercent: z.number(),
    question: planCase.nullable(),
    answer: planAnswer.nullable(),
    sources: z.array(z.object({ id: z.string(), name: z.string() })),
    madeBy: z.string().nullable(),
    solvedAt: instantField.nullable(),
    decidedOn: dayField.nullable(),
    resolution: z.string(),
    decidedBy: z.string().nullable(),
    /** What would stop the adoption as it stands, all at once; empty once it is adopted. */
    gate: planGate,
    actions: z.array(offeredAction),
  })
  .meta({ id: "CapitalScenarioDetail" });
export type ScenarioDetail = z.output<typeof scenarioDetail>;

const planned = z.object({
  id: z.string(),
  requestId: z.string(),
  number: z.string(),
  title: z.string(),
  department: z.string(),
  status: z.string(),
  startYear: z.number(),
  payments: z.array(z.object({ year: z.number(), source: z.string(), cents: z.number() })),
  /** What is ordered or asked for and not spent yet, in cents of all years. */
  committed: z.number(),
  expended: z.array(z.object({ year: z.number(), cents: z.number() })),
});
/** The adopted plan with its projects, and what the ledger says of each. */
export const adoptedPlan = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    firstYear: z.number(),
    years: z.number(),
    decidedOn: dayField,
    resolution: z.string(),
    score: z.number(),
    items: z.array(planned),
  })
  .meta({ id: "CapitalPlan" });
export type AdoptedPlan = z.output<typeof adoptedPlan>;
