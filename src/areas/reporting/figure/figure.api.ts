import { z } from "zod";
import { allFacts } from "#server/area.ts";
import { askFigures, mayRead } from "#server/facts/figures.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { answer, factRow, figureQuery } from "./figure.model.ts";

const path = "/api/v1/report-figures";

export const figureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/report-facts",
    permission: "report.read",
    summary: "What can be added up, by what, of the records that you may read",
    response: z.object({ items: z.array(factRow) }),
    handler: async ({ actor }) => ({
      items: allFacts().flatMap(({ id, label, grain, day, dimensions, measures, ...fact }) => {
        const mine = Object.entries(measures).filter(([, m]) =>
          mayRead(actor, { ...fact, id, label, grain, dimensions, measures }, m),
        );
        if (!mine.length) return [];
        return {
          id,
          label,
          grain,
          day: day?.label ?? null,
          dimensions: dimensions.map(({ of }) => of),
          measures: mine.map(([name, m]) => ({ id: `${id}.${name}`, label: m.label })),
        };
      }),
    }),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "report.read",
    summary: "Figures by what they share, each cell with the address of its rows",
    query: figureQuery,
    response: answer,
    handler: ({ db, actor, query }) => askFigures(db, actor, allFacts(), query),
  }),
];
