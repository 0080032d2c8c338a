import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { forecastAnswer, scenarioInput } from "./forecast.api.model.ts";
import { readForecasts } from "./forecast.read.service.ts";
import { freezeForecasts, keepScenario } from "./freeze.service.ts";

const path = "/api/v1/budget-forecasts";

export const forecastEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "budget.read",
    summary: "Year-end forecasts per line, department and fund, with their error",
    query: z.object({ fiscalYearId: z.uuid("Choose a fiscal year.") }),
    response: forecastAnswer,
    handler: ({ db, query }) => readForecasts(db, query.fiscalYearId),
  }),
  endpoint({
    method: "POST",
    path: `${path}/freeze`,
    permission: "budget.edit",
    summary: "Freeze the forecasts of the months that are over, once for each month",
    body: z.object({ fiscalYearId: z.uuid() }),
    response: z.object({ months: z.number(), frozen: z.number() }),
    handler: ({ tx, actor, body }) => freezeForecasts(tx, actor, body.fiscalYearId),
  }),
  endpoint({
    method: "POST",
    path: `${path}/scenarios`,
    permission: "budget.edit",
    summary: "Save a scenario of a year under its name",
    body: scenarioInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => keepScenario(tx, actor, body),
  }),
];
