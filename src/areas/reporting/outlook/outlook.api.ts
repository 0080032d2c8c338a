import { leastSeasons } from "#kernel/forecast/outlook.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { lookBack } from "./freeze.service.ts";
import { outlookAnswer, outlookQuery, seriesAnswer, seriesQuery } from "./outlook.model.ts";
import { readOutlook } from "./outlook.service.ts";
import { season, seriesById } from "./series.service.ts";

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
    summary: "One series by month: what is said of it, how wrong such forecasts were, what came",
    query: seriesQuery,
    response: seriesAnswer,
    handler: async ({ db, actor, query }) => {
      const looked = await seriesById(db, actor, query.id);
      const { frozen, rows } = await lookBack(db, looked);
      const { id, label, source, note, first, values, outlook } = looked;
      return {
        id,
        label,
        group: source.label,
        unit: source.unit,
        page: source.page,
        note,
        first,
        values: [...values],
        needs: leastSeasons * season,
        outlook: outlook.kind === "forecast" ? outlook : null,
        lookedBack: rows,
        frozen,
      };
    },
  }),
];
