import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { agentNamed } from "#server/agents/allowed.ts";
import { endpoint, requireGiven, type Endpoint } from "#server/http/endpoint.ts";
import { agentDetail, agentRow, settingInput } from "./agent.model.ts";
import { listAgents, readAgent } from "./agent.service.ts";
import { setUp } from "./setting.service.ts";

const path = "/api/v1/agents";
const agentParams = z.object({ agent: z.string().max(60) });

export const agentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "agent.run",
    summary: "The agents that you may use, with what waits and what became of what they said",
    response: z.object({ items: z.array(agentRow) }),
    handler: async ({ db, actor }) => ({ items: await listAgents(db, actor) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{agent}`,
    permission: "agent.run",
    summary: "An agent: what it does, how, what it reads, and what it may propose",
    params: agentParams,
    response: agentDetail,
    handler: ({ db, actor, params }) => readAgent(db, actor, params.agent),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{agent}/setting`,
    permission: "agent.configure",
    summary: "Set up an agent: paused, in whose name it runs each morning, its floor",
    params: agentParams,
    body: settingInput,
    response: z.object({ version: z.number() }),
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      requireGiven(ifMatch);
      if (!agentNamed(params.agent)) throw notFound("agent");
      const { version } = await setUp(tx, actor, params.agent, body, ifMatch!);
      return { version };
    },
  }),
];
