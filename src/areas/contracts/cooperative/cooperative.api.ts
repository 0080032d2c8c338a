import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { cooperativeAnswer, cooperativeInput } from "./cooperative.model.ts";
import { readCooperative } from "./cooperative.read.service.ts";
import { keepCooperative } from "./cooperative.service.ts";

const path = "/api/v1/contracts/{id}/cooperative";

export const cooperativeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "contract.read",
    summary: "The file of another agency's contract that a contract rests on, and what it lacks",
    params: idParams,
    response: cooperativeAnswer,
    handler: ({ db, actor, params }) => readCooperative(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path,
    permission: "contract.edit",
    summary: "Write the file of a cooperative contract",
    params: idParams,
    body: cooperativeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepCooperative(tx, actor, params.id, body, ifMatch),
  }),
];
