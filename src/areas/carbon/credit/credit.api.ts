import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { creditList } from "./credit.list.ts";
import {
  creditDetail,
  creditInput,
  creditRow,
  holdInput,
  reserveInput,
  retireInput,
} from "./credit.model.ts";
import { creditNoun } from "./credit.noun.ts";
import {
  holdCredit,
  listCredit,
  readCredit,
  releaseCredit,
  reserveCredit,
  retireCredit,
  withdrawCredit,
} from "./credit.service.ts";

const path = "/api/v1/carbon-credits";
const read = "carbon.read";

export const creditEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, creditList, creditRow),
  endpoint({
    method: "POST",
    path,
    permission: "carbon.prepare",
    summary: "List carbon credits by their serial numbers",
    status: 201,
    body: creditInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => listCredit(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "Carbon credits with their serial numbers",
    params: idParams,
    response: creditDetail,
    handler: ({ db, actor, params }) => readCredit(db, actor, params.id),
  }),
  historyEndpoint(path, "carbonCredit", read),
  ...stepEndpoints(creditNoun, {
    hold: step(holdInput, holdCredit),
    reserve: step(reserveInput, reserveCredit),
    release: releaseCredit,
    retire: step(retireInput, retireCredit),
    withdraw: withdrawCredit,
  }),
];
