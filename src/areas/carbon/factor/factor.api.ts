import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { factorList } from "./factor.list.ts";
import { factorDetail, factorInput, factorRow } from "./factor.model.ts";
import { factorNoun } from "./factor.noun.ts";
import { addFactor, confirmFactor, readFactor, withdrawFactor } from "./factor.service.ts";

const path = "/api/v1/carbon-factors";
const read = "carbon.read";

export const factorEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, factorList, factorRow),
  endpoint({
    method: "POST",
    path,
    permission: "carbon.prepare",
    summary: "Bring in a version of an emission factor, which another person confirms",
    status: 201,
    body: factorInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addFactor(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A version of an emission factor with its source",
    params: idParams,
    response: factorDetail,
    handler: ({ db, actor, params }) => readFactor(db, actor, params.id),
  }),
  historyEndpoint(path, "carbonFactor", read),
  ...stepEndpoints(factorNoun, { confirm: confirmFactor, withdraw: withdrawFactor }),
];
