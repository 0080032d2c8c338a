import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { buildApp } from "../http/app.ts";
import type { TestDatabase } from "./database.ts";
import { sampleInput } from "./sample-input.ts";

// Those that never end, and those that make accounts.
const apart = /^\/(auth|functions)\/|\/(events|stream)$/;
const reading = areaServers
  .flatMap((area) => area.endpoints)
  .filter(({ method, path }) => method === "GET" && !apart.test(path));

const searches = (query: unknown, ids: readonly string[], words: string): string[] => {
  const given = (query ?? {}) as Record<string, unknown>;
  const plain = { ...given, ...("q" in given ? { q: words } : {}) };
  const named = Object.keys(given).filter((key) => /Id$/.test(key));
  const of = (values: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(values).map(([key, value]) => [key, String(value)]),
    ).toString();
  return named.length === 0
    ? [of(plain), ""]
    : ids.map((id) => of({ ...plain, ...Object.fromEntries(named.map((key) => [key, id])) }));
};

type Answer = { asked: string; status: number; text: string };

/**
 * What every endpoint that reads answers to somebody: each address with an id is asked with each of
 * `ids`, each search with `words`. Gives the answers that are none of refusals.
 */
export const everyAnswer = async (
  t: TestDatabase,
  actor: Actor,
  { ids, words }: { ids: readonly string[]; words: string },
): Promise<Answer[]> => {
  const endpoints = areaServers.flatMap((area) => area.endpoints);
  const app = await buildApp({ ...t.app, endpoints, principal: async () => actor });
  await app.ready();
  const answers: Answer[] = [];
  for (const { path, query } of reading) {
    const paths = path.includes("{")
      ? ids.map((id) => path.replace(/\{id\}/g, id).replace(/\{\w+\}/g, () => newId()))
      : [path];
    for (const each of paths)
      for (const search of new Set(searches(query && sampleInput(query), ids, words))) {
        const url = search ? `${each}?${search}` : each;
        const { statusCode, body } = await app.inject({ method: "GET", url });
        if (statusCode < 300) answers.push({ asked: url, status: statusCode, text: body });
      }
  }
  await app.close();
  return answers;
};
