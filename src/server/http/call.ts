import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { allEndpoints } from "../area.ts";
import type { App } from "../app.ts";
import type { Database, Tx } from "../db/db.ts";
import { practising } from "../agencies/practice-now.ts";
import { permit } from "./doors.ts";
import type { Endpoint } from "./endpoint.ts";
import { refuseOddNames } from "./names.ts";
import { refuseLate } from "./may-lag.ts";
import { fromPrimary, lateOf } from "../db/standby/late.ts";
import { noteUse } from "./permission-use.ts";
import { invalidValues, refuseNul } from "./problems.ts";

/** What is asked of an endpoint from within: the parts of its address, its question, its body. */
export type Call = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** The version of the record that was read. */
  ifMatch?: number | null;
};

/** An endpoint of the areas that are loaded, by its name; null where none has it. */
export const endpointNamed = (name: string): Endpoint | null =>
  allEndpoints().find((e) => `${e.method} ${e.path}` === name) ?? null;

/** Refuses texts that cannot be stored and names that break a line. @throws 422 with their paths. */
export const refuseOddTexts = ({
  params,
  query,
  body,
}: {
  params: unknown;
  query: unknown;
  body: unknown;
}): void => {
  refuseNul(params, query, body);
  refuseOddNames(body);
};

/** Notes by which of their rights somebody came through a door. */
export const usedBy = (database: Database, actor: Actor, { permission }: Endpoint): void => {
  if (permission !== "public" && permission !== "signed-in") noteUse(database, actor, permission);
};

const unreachable = (e: Endpoint): Problem =>
  new Problem(
    "invalid",
    "only_over_the_network",
    `${e.method} ${e.path} is asked over the network only.`,
  );

/** Stands where a handler would find the connection: whoever touches it is refused by name. */
const noConnection = (e: Endpoint) =>
  new Proxy(
    {},
    {
      get: () => {
        throw unreachable(e);
      },
    },
  );

/** A question as it stands in an address: texts, lists with commas between them. */
const asAddress = (query: Call["query"] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(",") : String(value)]),
  );

const read = (schema: Endpoint["body"], value: unknown): unknown => {
  if (!schema) return undefined;
  const taken = schema.safeParse(value);
  if (!taken.success) throw invalidValues(taken.error.issues as never);
  return taken.data;
};

/**
 * Asks an endpoint from within, as its address would be asked: the permission of whoever asks, its
 * schemas for what goes in and comes out, its handler. What changes records runs in the caller's
 * transaction. Answers as JSON.
 * @throws Problem as over the network; 422 `only_over_the_network` for files and streams, and for
 * what opens a transaction of its own.
 */
export const callEndpoint = async (
  app: App,
  caller: Actor,
  e: Endpoint,
  call: Call,
  tx?: Tx,
): Promise<unknown> => {
  const actor = await permit(app.database, e, caller);
  if (e.raw || (e.method !== "GET" && (e.ownTransaction || !tx))) throw unreachable(e);
  const asked = { params: call.params ?? {}, query: asAddress(call.query), body: call.body };
  refuseOddTexts(asked);
  // What a transaction has written is on no standby yet.
  const late = tx ? fromPrimary(app.database) : lateOf(app.database);
  const db = tx ?? (e.mayLag ? late.read(actor) : app.database.read(actor));
  const context = {
    actor,
    params: read(e.params, asked.params),
    query: read(e.query, asked.query),
    body: read(e.body, asked.body),
    ifMatch: call.ifMatch ?? null,
    app,
    late: e.mayLag ? late : refuseLate(e),
    request: noConnection(e),
    reply: noConnection(e),
  };
  const ahead = await e.ahead?.({ ...context, db: app.database.read(actor) } as never);
  const answer = await practising(actor.inPractice === true, () =>
    e.handler({ ...context, ahead, db, tx: db } as never),
  );
  usedBy(app.database, actor, e);
  const told = e.response ? e.response.parse(answer) : (answer ?? null);
  return JSON.parse(JSON.stringify(told)) as unknown;
};
