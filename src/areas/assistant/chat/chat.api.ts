import { Problem } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitChat } from "#areas/identity/identity.server.ts";
import { answeredOf } from "./answered.service.ts";
import { citationsOf, composed } from "./answer.service.ts";
import { chatRequest } from "./chat.model.ts";
import { bettered } from "../model/ask-model.service.ts";

const line = (value: object | "[DONE]") =>
  `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const pieces = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/**
 * SPEC 7: streams what the assistant says. What may be read is decided by the session alone;
 * `isPublic` and the history widen nothing.
 */
const chat = endpoint({
  method: "POST",
  path: "/functions/v1/platform-agent-chat",
  permission: "public",
  tag: "assistant",
  summary: "Ask the assistant; answers as a stream of events in the manner of OpenAI",
  body: chatRequest,
  raw: true,
  ownTransaction: true,
  bodyLimit: 512 * 1024,
  handler: async ({ app, actor, body, request, reply }) => {
    try {
      await limitChat(identityDb(app.database), actor.personId ?? addressForLimits(request.ip));
    } catch (error) {
      if (error instanceof Problem) return reply.code(error.status).send({ error: error.message });
      throw error;
    }
    const question = body.messages.at(-1)!.content;
    const found = await answeredOf(app, actor, question);
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    reply.hijack();
    reply.raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    const say = (content: string) =>
      reply.raw.write(line({ choices: [{ index: 0, delta: { content } }] }));
    try {
      const words = await bettered(app, actor, found, body.messages, gone.signal);
      for (const piece of pieces(words ?? composed(found, actor.kind !== "anonymous"))) say(piece);
      reply.raw.write(
        line({
          choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
          citations: citationsOf(found),
        }),
      );
    } catch (error) {
      console.error(`${new Date().toISOString()} ${request.id} assistant:`, error);
      reply.raw.write(line({ error: "Failed to get response" }));
    }
    reply.raw.end(line("[DONE]"));
    return reply;
  },
});

export const chatEndpoints: Endpoint[] = [chat];
