import type { FastifyRequest } from "fastify";
import { extensionPoint } from "../area.ts";
import type { Database } from "../db/db.ts";

/** A call that was answered: `path` is the pattern of its address, null where there is none such. */
export type Answered = { method: string; path: string | null; status: number };

/** Hears of every answered call of the API; must not be waited for. */
type AnswerListener = (database: Database, request: FastifyRequest, answered: Answered) => void;

const listeners: AnswerListener[] = [];

/** Who hears which calls were answered, and how. */
export const answeredCalls = extensionPoint<AnswerListener>("answered calls", (listener) => {
  listeners.push(listener);
});

/** Tells who hears of answered calls. */
export const tellAnswered = (database: Database, request: FastifyRequest, status: number): void => {
  const pattern = request.routeOptions.url?.replace(/:(\w+)/g, "{$1}") ?? null;
  for (const listener of listeners)
    listener(database, request, { method: request.method, path: pattern, status });
};
