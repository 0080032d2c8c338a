import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { mostRuns } from "../packet/packet.model.ts";
import { readPacket } from "../packet/packet.service.ts";
import { keepInput, keptRunRecord, keptRunRow } from "./run.model.ts";
import { keptRunList } from "./run.list.ts";
import { keepRun, readRun } from "./run.service.ts";

const path = "/api/v1/kept-runs";

export const keptRunEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.read", keptRunList, keptRunRow),
  endpoint({
    method: "POST",
    path,
    permission: "report.keep",
    summary: "Keep what a report says now, with its hash; nothing of it is changed",
    status: 201,
    body: keepInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => keepRun(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "report.read",
    summary: "What a report said at a moment, with the text that was hashed",
    params: idParams,
    response: keptRunRecord,
    handler: ({ db, actor, params }) => readRun(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/kept-run-packets",
    permission: "report.read",
    summary: "Kept runs as one PDF, in the order in which they are named",
    query: z.object({
      ids: z
        .string()
        .transform((ids) => ids.split(","))
        .pipe(z.array(z.uuid()).min(1).max(mostRuns, `A packet has at most ${mostRuns} runs.`)),
    }),
    handler: async ({ db, actor, query, reply }) =>
      reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="packet.pdf"')
        .send(await makePdf(await readPacket(db, actor, query.ids))),
  }),
  historyEndpoint(path, "keptRun", "report.read"),
];
