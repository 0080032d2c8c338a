import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { requireSeen } from "#server/lifecycle.ts";
import { findingList } from "./finding.list.ts";
import { findingDetail, findingRow } from "./finding.model.ts";
import { findingNoun } from "./finding.noun.ts";
import { readFinding, settleFinding } from "./finding.service.ts";

const path = "/api/v1/card-findings";
const read = "cards.read";

export const findingEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, findingList, findingRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "What a rule found of a card line, and the lines that belong to it",
    params: idParams,
    response: findingDetail,
    handler: async ({ db, actor, params }) => {
      await requireSeen(db, actor, "cardFinding", params.id);
      return readFinding(db, actor, params.id);
    },
  }),
  historyEndpoint(path, "cardFinding", read),
  ...stepEndpoints(findingNoun, { settle: settleFinding }),
];
