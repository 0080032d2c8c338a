import { z } from "zod";
import { wallClock } from "#kernel/dates.ts";
import { makePdf, requirePdfBrowser } from "#server/pdf/pdf.ts";
import { getRow } from "#server/db/rows.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { readYear } from "./establishment.service.ts";
import { readLog } from "./log.service.ts";
import { logDocument, reportDocument, summaryDocument } from "./osha-forms.service.ts";
import { readPrivate } from "./private.service.ts";
import { safetyCase } from "./safety.tables.ts";

const ofYear = "/api/v1/safety-establishments/{id}/years/{year}";
const yearParams = idParams.extend({ year: z.coerce.number().int().min(2000).max(2200) });
const pdf = (name: string) => `attachment; filename="${name}.pdf"`;

/** Forms 300, 300A and 301 for paper. Readings of the first and the last stand in the record. */
export const oshaFormEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ofYear}/form-300a`,
    permission: "safety.read",
    summary: "Form 300A as a PDF to post: sums, certificate, days of posting",
    params: yearParams,
    raw: true,
    handler: async ({ db, params, reply }) => {
      requirePdfBrowser();
      const document = summaryDocument(await readYear(db, params.id, params.year));
      return reply
        .type("application/pdf")
        .header("content-disposition", pdf(`osha-300a-${params.year}`))
        .send(await makePdf(document, undefined, "own"));
    },
  }),
  endpoint({
    method: "GET",
    path: `${ofYear}/form-300`,
    permission: "safety.private",
    summary: "Form 300 as a PDF; the reading is recorded",
    params: yearParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      requirePdfBrowser();
      const document = await app.database.transaction(actor, async (tx) =>
        logDocument(
          await readYear(tx, params.id, params.year),
          await readLog(tx, actor, { establishmentId: params.id, year: params.year }),
        ),
      );
      return reply
        .type("application/pdf")
        .header("content-disposition", pdf(`osha-300-${params.year}`))
        .send(await makePdf(document, undefined, "own"));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/safety-cases/{id}/form-301",
    permission: "safety.private",
    summary: "Form 301 of a case as a PDF; the reading is recorded",
    params: idParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      requirePdfBrowser();
      const { number, ...of } = await app.database.transaction(actor, async (tx) => {
        const row = await getRow(tx, safetyCase, params.id, "safety case");
        const facts = await readPrivate(tx, actor, params.id);
        const zone = tx.scope.timeZone ?? actor.timeZone ?? "UTC";
        return {
          number: row.number,
          happenedOn: row.happenedOn,
          happenedTime: wallClock(row.happenedAt, zone).slice(11, 16),
          facts,
          completedBy: actor.name,
        };
      });
      return reply
        .type("application/pdf")
        .header("content-disposition", pdf(`osha-301-${number}`))
        .send(await makePdf(reportDocument({ number, ...of }), undefined, "own"));
    },
  }),
];
