import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { requestList } from "./request.list.ts";
import {
  againInput,
  deliverInput,
  requestDetail,
  requestInput,
  requestRow,
} from "./request.model.ts";
import { requestNoun } from "./request.noun.ts";
import { askAgain, askFor, deliver, readRequest, settle } from "./request.service.ts";

const path = "/api/v1/audit-requests";
const read = "assurance.read";

/** What audits ask of people. */
export const auditRequestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, requestList, requestRow),
  recordAct("/api/v1/audits", "ask", {
    permission: "assurance.audit",
    summary: "Ask somebody for something by a day",
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => askFor(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A request of an audit",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  historyEndpoint(path, "auditRequest", read),
  ...stepEndpoints(requestNoun, {
    deliver: step(deliverInput, deliver),
    askAgain: step(againInput, askAgain),
    settle,
  }),
];
