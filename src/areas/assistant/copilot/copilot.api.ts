import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import {
  conversationDetail,
  conversationRow,
  copilotHome,
  copilotMessage,
  questionInput,
  settingInput,
} from "./conversation.model.ts";
import {
  acceptOffered,
  askCopilot,
  conversationsOf,
  dismissOffered,
  forget,
  readConversation,
} from "./conversation.service.ts";
import { copilotHomeOf } from "./home.service.ts";
import { keepFor } from "./setting.service.ts";

const path = "/api/v1/copilot-conversations";
const messages = "/api/v1/copilot-messages";
const permission = "agent.run";

/** The copilot: what waits, what is stuck, and conversations that are their person's alone. */
export const copilotEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/copilot",
    permission,
    summary: "What waits for you, and what of yours is stuck on whom",
    response: copilotHome,
    handler: ({ app, actor }) => copilotHomeOf(app, actor),
  }),
  actAt("/api/v1/copilot-setting", "keep", {
    permission: "agent.configure",
    summary: "For how many days conversations with the copilot are kept",
    body: settingInput,
    response: settingInput,
    handler: ({ tx, actor, body }) => keepFor(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path,
    permission,
    summary: "Your conversations with the copilot, the newest first",
    query: z.object({ q: z.string().max(120).default("") }),
    response: z.object({ items: z.array(conversationRow) }),
    handler: async ({ db, query }) => ({ items: await conversationsOf(db, query.q) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission,
    summary: "Ask the copilot in a new conversation",
    status: 201,
    ownTransaction: true,
    body: questionInput,
    response: conversationDetail,
    handler: ({ app, actor, body }) => askCopilot(app, actor, null, body.question),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission,
    summary: "One of your conversations",
    params: idParams,
    response: conversationDetail,
    handler: ({ db, params }) => readConversation(db, params.id),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}`,
    permission,
    summary: "Take one of your conversations away",
    params: idParams,
    handler: ({ tx, params }) => forget(tx, params.id),
  }),
  actAt(`${path}/{id}`, "ask", {
    permission,
    summary: "Ask on in a conversation",
    ownTransaction: true,
    params: idParams,
    body: questionInput,
    response: conversationDetail,
    handler: ({ app, actor, params, body }) => askCopilot(app, actor, params.id, body.question),
  }),
  recordAct(messages, "accept", {
    permission,
    summary: "Let the copilot do what it offered, in your name",
    response: copilotMessage,
    handler: ({ app, tx, actor, params, ifMatch }) =>
      acceptOffered(app, tx, actor, params.id, ifMatch),
  }),
  recordAct(messages, "dismiss", {
    permission,
    summary: "Leave what the copilot offered undone",
    response: copilotMessage,
    handler: ({ tx, params, ifMatch }) => dismissOffered(tx, params.id, ifMatch),
  }),
];
