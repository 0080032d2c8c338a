import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import {
  clientAreas,
  clientChoices,
  clientInput,
  clientRow,
  connectionRow,
  consentAnswer,
  consentAsked,
  consentInput,
} from "./client.model.ts";
import { clientList, connectionList } from "./client.list.ts";
import { agentClientNoun, agentConnectionNoun } from "./client.noun.ts";
import { addClient, areaChoices, changeAreas, endClient } from "./client.service.ts";
import { endConnection } from "./connection.service.ts";
import { answerConsent, readConsent } from "./consent.service.ts";

const clients = "/api/v1/agent-clients";
const connections = "/api/v1/agent-connections";
const configure = "agent.configure";
const uid = z.object({ uid: z.string().regex(/^[\w-]{10,80}$/, "Not a question of a program.") });

/** Programs that members may connect, what they let each do, and the question before that. */
export const connectionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(clients, configure, clientList, clientRow),
  endpoint({
    method: "GET",
    path: "/api/v1/agent-client-choices",
    permission: configure,
    summary: "What may leave for a program, and the address that it is given",
    response: clientChoices,
    handler: ({ app }) =>
      Promise.resolve({ items: areaChoices(), address: `${app.config.origin}/mcp` }),
  }),
  endpoint({
    method: "POST",
    path: clients,
    permission: configure,
    summary: "Let members connect a program, or all programs of a host",
    body: clientInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addClient(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${clients}/{id}`,
    permission: configure,
    summary: "Say anew what may leave for a program",
    params: idParams,
    body: clientAreas,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAreas(tx, actor, { id: params.id, version: ifMatch }, body.areas),
  }),
  historyEndpoint(clients, "agentClient", configure),
  ...stepEndpoints(
    agentClientNoun,
    { end: endClient },
    { response: writtenRecord, versioned: true },
  ),
  ...listEndpoints(connections, "agent.run", connectionList, connectionRow),
  historyEndpoint(connections, "agentConnection", "agent.run"),
  ...stepEndpoints(
    agentConnectionNoun,
    { end: endConnection },
    { response: writtenRecord, versioned: true },
  ),
  endpoint({
    method: "GET",
    path: "/api/v1/agent-consents/{uid}",
    permission: "agent.run",
    summary: "What a program asks for, in the browser in which it asked",
    params: uid,
    response: consentAsked,
    handler: ({ app, actor, params, request, reply }) =>
      readConsent({ app, actor, request, reply }, params.uid),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/agent-consents/{uid}",
    permission: "agent.run",
    summary: "Let a program read and propose in your name, or not",
    status: 200,
    ownTransaction: true,
    unkept: true,
    params: uid,
    body: consentInput,
    response: consentAnswer,
    handler: ({ app, actor, params, body, request, reply }) =>
      answerConsent({ app, actor, request, reply }, params.uid, body),
  }),
];
