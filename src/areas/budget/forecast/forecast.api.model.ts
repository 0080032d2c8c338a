import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { categories } from "../chart.labels.ts";
import { methods } from "./forecast.labels.ts";

const method = z.enum(names(methods));
const category = z.enum(names(categories));
const outcome = z.object({
  method,
  cents: z.number(),
  low: z.number(),
  high: z.number(),
  chosen: z.enum(["won", "naive", "untested"]),
  scores: z.array(
    z.object({ method, wape: z.number().nullable(), relativeError: z.number().nullable() }),
  ),
  tested: z.number(),
  floor: z.number().nullable(),
  raised: z.boolean(),
});
const row = z.object({
  lineId: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  label: z.string(),
  department: z.string(),
  departmentId: z.string(),
  fund: z.string(),
  fundId: z.string(),
  class: z.string(),
  category: z.string(),
  budget: z.number(),
  spent: z.number(),
  open: z.number(),
  bound: z.number(),
  past: z.number(),
  forecast: outcome,
});
export type ForecastRow = z.output<typeof row>;
const group = z.object({
  id: z.string(),
  label: z.string(),
  budget: z.number(),
  spent: z.number(),
  forecast: outcome,
});
export type ForecastGroup = z.output<typeof group>;

const changesInput = z.partialRecord(category, z.number().int().min(-10_000).max(10_000));
export const scenarioInput = z.object({
  fiscalYearId: z.uuid(),
  name: z.string().trim().min(1, "Give the scenario a name.").max(80),
  changes: changesInput,
});
export const forecastAnswer = z
  .object({
    fiscalYearId: z.string(),
    year: z.number(),
    months: z.number(),
    lines: z.array(row),
    departments: z.array(group),
    funds: z.array(group),
    frozen: z.array(
      z.object({
        months: z.number(),
        madeOn: dayField,
        lines: z.number(),
        said: z.number(),
        came: z.number(),
        budget: z.number(),
      }),
    ),
    scenarios: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        changes: changesInput,
        madeBy: z.string().nullable(),
        cents: z.number(),
      }),
    ),
  })
  .meta({ id: "BudgetForecasts" });
export type ForecastAnswer = z.output<typeof forecastAnswer>;
