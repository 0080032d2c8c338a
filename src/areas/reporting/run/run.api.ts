import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
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
  historyEndpoint(path, "keptRun", "report.read"),
];
