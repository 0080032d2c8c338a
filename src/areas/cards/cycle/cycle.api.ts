import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { cycleList } from "./cycle.list.ts";
import { cycleDetail, cycleInput, cycleRow, stateInput } from "./cycle.model.ts";
import { cycleNoun } from "./cycle.noun.ts";
import {
  invoiceCycle,
  openCycle,
  readCycle,
  reconcileCycle,
  reopenCycle,
  stateCycle,
} from "./cycle.service.ts";

const path = "/api/v1/card-cycles";
const read = "cards.read";

export const cycleEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, cycleList, cycleRow),
  endpoint({
    method: "POST",
    path,
    permission: "cards.administer",
    summary: "Open a cycle of a bank's cards",
    status: 201,
    body: cycleInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => openCycle(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A card cycle with what it comes to by account",
    params: idParams,
    response: cycleDetail,
    handler: ({ db, actor, params }) => readCycle(db, actor, params.id),
  }),
  historyEndpoint(path, "cardCycle", read),
  ...stepEndpoints(cycleNoun, {
    state: step(stateInput, stateCycle),
    reconcile: reconcileCycle,
    reopen: reopenCycle,
    invoice: invoiceCycle,
  }),
];
