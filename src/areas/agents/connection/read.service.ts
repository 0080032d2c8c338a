import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { neverLeaves } from "#server/agents/leaving.ts";
import { recordsIn } from "#server/agents/reader.ts";
import type { App } from "#server/app.ts";
import { callEndpoint, endpointNamed, type Call } from "#server/http/call.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { reach, reachable } from "./reach.ts";
import { logRead, runOfToday } from "./run.service.ts";
import type { Connected } from "./standing.service.ts";

export type Asking = { app: App; connected: Connected };

/** Rows of a list that a program gets at once. */
export const mostRows = 50;

/** What nobody sees in a document is told to people, as a warning; a program would read it as text. */
const hiddenText = "unseen";

/** An answer without what nobody sees in its documents. */
export const withoutHidden = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutHidden)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== hiddenText)
            .map(([key, each]) => [key, withoutHidden(each)]),
        )
      : value;

// Written down before it leaves: an answer that stands in no log was not given.
const readAndLog = async (
  { app, connected }: Asking,
  e: Endpoint,
  call: Call,
): Promise<unknown> => {
  const { actor } = connected;
  const answer = await callEndpoint(app, actor, e, call);
  await app.database.transaction(actor, async (tx) =>
    logRead(tx, await runOfToday(tx, connected), {
      at: `${e.method} ${e.path}`,
      asked: { ...call.params, ...call.query },
      records: recordsIn(answer),
    }),
  );
  return withoutHidden(answer);
};

const found = z.looseObject({ items: z.array(z.looseObject({ kind: z.string() })) });

/** Finds records by words, of the lists that a program may read. */
export const searchFor = async (asking: Asking, query: string): Promise<unknown> => {
  const { actor, areas } = asking.connected;
  const e = endpointNamed("GET /api/v1/search");
  if (!e) throw notFound("search");
  const kinds = new Set(reachable(actor, areas).map(({ noun }) => noun));
  const { items } = found.parse(await callEndpoint(asking.app, actor, e, { query: { q: query } }));
  const shown = { items: items.filter(({ kind }) => kinds.has(kind) && !neverLeaves(kind)) };
  await asking.app.database.transaction(actor, async (tx) =>
    logRead(tx, await runOfToday(tx, asking.connected), {
      ...{ at: "GET /api/v1/search", asked: { q: query }, records: recordsIn(shown) },
    }),
  );
  return shown;
};

/** The names of the lists that a program may read, with the filters of each. */
export const listsOf = ({ connected: { actor, areas } }: Asking) => ({
  items: reachable(actor, areas).map(({ name, list, record }) => ({
    ...{ name, says: list.summary, records: record !== null },
    filters: Object.keys((list.query as z.ZodObject).shape ?? {}).filter((key) => key !== "cursor"),
  })),
});

/** Rows of a list, by words and filters, at most `mostRows` at once. */
export const rowsOf = (
  asking: Asking,
  { list, filters, limit }: { list: string; filters: Record<string, string>; limit: number },
): Promise<unknown> => {
  const { actor, areas } = asking.connected;
  const at = reach(actor, areas, list);
  return readAndLog(asking, at.list, { query: { ...filters, limit: Math.min(limit, mostRows) } });
};

/** One record of a list. */
export const recordOf = (
  asking: Asking,
  { list, id }: { list: string; id: string },
): Promise<unknown> => {
  const { actor, areas } = asking.connected;
  const at = reach(actor, areas, list);
  if (!at.record) throw notFound("record");
  return readAndLog(asking, at.record, { params: { id } });
};
