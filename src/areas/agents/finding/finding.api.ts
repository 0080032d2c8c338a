import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { agentFindingList } from "./finding.list.ts";
import {
  acceptedFinding,
  acceptInput,
  agentFindingDetail,
  agentFindingRow,
  dismissInput,
} from "./finding.model.ts";
import { agentFindingNoun } from "./finding.noun.ts";
import { acceptFinding, dismissFinding, readFinding } from "./finding.service.ts";

const path = "/api/v1/agent-findings";
const read = "agent.run";

export const findingEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, agentFindingList, agentFindingRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "What an agent found, what it rests on, and the change that it proposes",
    params: idParams,
    response: agentFindingDetail,
    handler: ({ db, actor, params }) => readFinding(db, actor, params.id),
  }),
  historyEndpoint(path, "agentFinding", read),
  ...stepEndpoints(
    agentFindingNoun,
    {
      accept: step(
        acceptInput,
        (tx, actor, at, input, app) => acceptFinding(app, tx, actor, at, input),
        {
          summary: "Accept the change that is proposed, as it stands or with edits",
          response: acceptedFinding,
        },
      ),
    },
    { response: acceptedFinding, versioned: true },
  ),
  ...stepEndpoints(
    agentFindingNoun,
    {
      dismiss: step(dismissInput, dismissFinding, { summary: "Dismiss what an agent found" }),
    },
    { response: writtenRecord, versioned: true },
  ),
];
