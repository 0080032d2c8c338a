import { text as wholeText } from "node:stream/consumers";
import type { App } from "#server/app.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import type { Model } from "./setting.service.ts";

// The operator's own address waits in a line of its own.
const operators = openOutgoing();
const limits = { wholeMs: 45_000, atOnce: 32, mostBytes: 4 * 1024 * 1024 };

/** What a model answered: its status, its body as text, and how long that took. */
export type Heard = { status: number; text: string; ms: number };

/**
 * Posts one question to a model that answers in the manner of OpenAI. An agency's own address is judged
 * as every typed one. @throws what the way out refuses.
 */
export const callModel = async (
  app: App,
  { address, key, model, trusted, agency }: Model,
  body: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Heard> => {
  const began = performance.now();
  const answer = await (trusted ? operators : app.outgoing.of(agency)).call(
    `${address.replace(/\/$/, "")}/chat/completions`,
    {
      ...{ purpose: "language model", method: "POST", trusted, limits },
      headers: {
        "content-type": "application/json",
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify({ model, ...body }),
      ...(signal && { signal }),
    },
  );
  const text = await wholeText(answer.body);
  return { status: answer.status, text, ms: Math.round(performance.now() - began) };
};
