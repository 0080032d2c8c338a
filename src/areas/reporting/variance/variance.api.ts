import { z } from "zod";
import { reportsDb } from "#server/db/scopes/reports.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { leavingOf } from "#server/http/leaving.ts";
import { explanationChange, explanationInput, varianceAnswer } from "./variance.model.ts";
import { changeExplanation, explainVariance, readVariances } from "./variance.service.ts";

const path = "/api/v1/variance-explanations";
const written = z.object({ id: z.string(), version: z.number() });

export const varianceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "report.read",
    summary: "The budgetary comparison of a fiscal year with why its rows differ",
    query: z.strictObject({ fiscalYearId: z.uuid().optional() }),
    response: varianceAnswer,
    handler: ({ app, actor, query, reply }) =>
      readVariances(reportsDb(app.database, actor, leavingOf(reply)), actor, query.fiscalYearId),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "variance.explain",
    summary: "Explain why a row of the budgetary comparison differs",
    status: 201,
    body: explanationInput,
    response: written,
    handler: ({ tx, actor, body }) => explainVariance(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "variance.explain",
    summary: "Change an explanation; the earlier words stay in its history",
    params: idParams,
    body: explanationChange,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeExplanation(tx, actor, { id: params.id, version: ifMatch, ...body }),
  }),
  // What it was of is read by whoever reads the budget.
  historyEndpoint(path, "varianceExplanation", "budget.read"),
];
