import { leastSeasons } from "#kernel/forecast/outlook.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { leavingOf } from "#server/http/leaving.ts";
import { figureQuery } from "../figure/figure.model.ts";
import { lookBack } from "./look-back.service.ts";
import { outlookAnswer, outlookQuery, seriesAnswer, seriesQuery } from "./outlook.model.ts";
import { forecastOf, savedForecast } from "./question.service.ts";
import { readOutlook } from "./outlook.service.ts";
import { season, seriesById } from "./series.service.ts";

// The forecast of a saved report.
const savedId = /^report:([0-9a-f-]{36})$/;
const path = "/api/v1/outlook";

export const outlookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "report.read",
    summary:
      "What forecasts say will come, what nobody wants first, of the records that you may read",
    query: outlookQuery,
    response: outlookAnswer,
    handler: ({ db, actor, query }) => readOutlook(db, actor, query.onHand),
  }),
  endpoint({
    method: "GET",
    path: `${path}/series`,
    permission: "report.read",
    summary: "One series: what is said of it, how wrong such forecasts were, what came",
    query: seriesQuery,
    response: seriesAnswer,
    handler: async ({ db, actor, query }) => {
      const saved = savedId.exec(query.id)?.[1];
      if (saved) return savedForecast(db, actor, saved);
      const looked = await seriesById(db, actor, query.id);
      const { frozen, rows } = await lookBack(db, { ...looked, every: "month" });
      const { id, label, source, note, first, values, outlook } = looked;
      return {
        id,
        label,
        group: source.label,
        unit: source.unit,
        page: source.page,
        note,
        every: "month" as const,
        first,
        values: [...values],
        needs: leastSeasons * season,
        outlook: outlook.kind === "forecast" ? outlook : null,
        lookedBack: rows,
        frozen,
      };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/question`,
    permission: "report.read",
    summary:
      "What is said of the figure of a question by month or week, with the rights of whoever asks",
    mayLag: true,
    query: figureQuery,
    response: seriesAnswer,
    handler: ({ late, actor, query, reply }) =>
      forecastOf(late.reports(actor, leavingOf(reply)), actor, query),
  }),
];
