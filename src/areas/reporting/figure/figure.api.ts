import { z } from "zod";
import { businessDate } from "#server/clock.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { toCsv, toXlsx } from "#server/http/export.ts";
import { allReadyReports } from "#server/facts/ready.ts";
import { leavingOf } from "#server/http/leaving.ts";
import { answered, factRow, figureQuery } from "./figure.model.ts";
import { answerOf, factsFor } from "./figure.service.ts";
import { tableOf } from "./sheet.model.ts";

const path = "/api/v1/report-figures";

export const figureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/report-facts",
    permission: "report.read",
    summary: "What can be added up, by what, of the records that you may read",
    response: z.object({
      items: z.array(factRow),
      /** What ready reports are called. */
      ready: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    handler: async ({ actor }) => ({
      items: factsFor(actor),
      ready: allReadyReports().map(({ id, name }) => ({ id, name })),
    }),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "report.read",
    summary: "Figures by what they share, each cell with the address of its rows",
    mayLag: true,
    query: figureQuery,
    response: answered,
    handler: ({ late, actor, query, reply }) =>
      answerOf(late.reports(actor, leavingOf(reply)), actor, query),
  }),
  endpoint({
    method: "GET",
    path: `${path}/export`,
    permission: "report.read",
    summary: "The same as CSV or XLSX; with check=true only whether it can be answered",
    mayLag: true,
    raw: true,
    query: figureQuery.extend({
      format: z.enum(["csv", "xlsx"]).default("csv"),
      ticket: z.string().optional(),
      check: z.enum(["true", "false"]).optional(),
    }),
    handler: async ({ late, actor, query: { format, ticket: _ticket, check, ...rest }, reply }) => {
      const { header, money, rows } = tableOf(
        await answerOf(late.reports(actor, leavingOf(reply)), actor, rest),
        actor.timeZone ?? "UTC",
      );
      if (check === "true") return reply.status(204).send();
      reply.header(
        "content-disposition",
        `attachment; filename="report-${businessDate(actor)}.${format}"`,
      );
      if (format === "csv")
        return reply.type("text/csv; charset=utf-8").send(
          toCsv(
            header,
            rows.map((row) =>
              row.map((value, at) => {
                if (value === null) return "";
                return money[at] ? (Number(value) / 100).toFixed(2) : String(value);
              }),
            ),
          ),
        );
      return reply.type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").send(
        await toXlsx(
          header,
          header.map((_, at) => rows.map((row) => row[at])),
          money,
          actor.timeZone ?? "UTC",
        ),
      );
    },
  }),
];
