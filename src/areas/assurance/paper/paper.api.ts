import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { toCsv } from "#server/http/export.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { paperHtml, paperRows } from "./paper.model.ts";
import { listed, paperKinds } from "./listed.model.ts";
import { paperOf, wholePaper } from "./paper.service.ts";

const path = "/api/v1/audits/{id}/papers";
const kindParams = idParams.extend({ kind: z.enum(paperKinds) });
/** Papers of an audit: its report, the corrective action plan, the schedule of prior findings. */
export const paperEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "assurance.read",
    summary: "Papers of an audit, and by name what each still lacks",
    params: idParams,
    response: listed,
    handler: async ({ db, actor, params }) => ({
      items: await Promise.all(
        paperKinds.map(async (kind) => {
          const { title, parts, lacks } = (await paperOf(db, actor, params.id, kind)).paper;
          return { kind, title, parts: parts.length, lacks: [...lacks] };
        }),
      ),
    }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{kind}`,
    permission: "assurance.read",
    summary: "A paper of an audit as tagged PDF or CSV",
    params: kindParams,
    query: z.strictObject({ format: z.enum(["pdf", "csv"]).default("pdf") }),
    raw: true,
    handler: async ({ db, actor, params, query, reply }) => {
      const { paper, audit } = await wholePaper(db, actor, params.id, params.kind);
      const name = `${audit.number}-${params.kind}.${query.format}`;
      reply.header("content-disposition", `attachment; filename="${name}"`);
      return query.format === "csv"
        ? reply
            .type("text/csv; charset=utf-8")
            .send(toCsv(["Finding", "Element", "Text"], paperRows(paper)))
        : reply.type("application/pdf").send(await makePdf(paperHtml(paper, audit.agency)));
    },
  }),
];
