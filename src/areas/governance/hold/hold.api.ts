import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { holdList } from "./hold.list.ts";
import { holdDetail, holdInput, holdRecords, holdRow } from "./hold.model.ts";
import { holdNoun } from "./hold.noun.ts";
import { extendHold, liftHold, placeHold, readHold } from "./hold.service.ts";

const path = "/api/v1/legal-holds";

export const holdEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "legalHold.read", holdList, holdRow),
  endpoint({
    method: "POST",
    path,
    permission: "legalHold.place",
    summary: "Place a legal hold: nothing of its records is deleted until it is lifted",
    status: 201,
    body: holdInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => placeHold(tx, actor, body),
  }),
  recordAct(path, "extend", {
    permission: "legalHold.place",
    summary: "Put further records under a legal hold",
    body: holdRecords,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => extendHold(tx, actor, params.id, body.records),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "legalHold.read",
    summary: "A legal hold with its records",
    params: idParams,
    response: holdDetail,
    handler: ({ db, actor, params }) => readHold(db, actor, params.id),
  }),
  historyEndpoint(path, "legalHold", "legalHold.read"),
  ...stepEndpoints(holdNoun, { lift: liftHold }),
];
