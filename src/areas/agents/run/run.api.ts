import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { runInput } from "../agent/agent.model.ts";
import { agentRunList } from "./run.list.ts";
import { agentRunDetail, agentRunRow } from "./run.model.ts";
import { readRun } from "./run.read.service.ts";
import { beginRun, requireAgent } from "./run.service.ts";

const path = "/api/v1/agent-runs";

export const runEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "agent.run", agentRunList, agentRunRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "agent.run",
    summary: "A run of an agent with everything that it read",
    params: idParams,
    response: agentRunDetail,
    handler: ({ db, actor, params }) => readRun(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "agent.run",
    summary: "Let an agent read, with your rights; what it finds stands on its page",
    status: 202,
    body: runInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) =>
      beginRun(tx, actor, {
        agent: requireAgent(actor, body.agent),
        subjectId: body.subjectId ?? null,
        question: body.question ?? "",
        begun: "person",
      }),
  }),
];
