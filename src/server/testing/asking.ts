import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { invalid, notAllowed, Problem } from "#kernel/errors.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { TestDatabase } from "./database.ts";
import { fromPrimary } from "../db/standby/late.ts";

// The address with the fewest parameters comes first, as in the router.
const endpoints: readonly (Endpoint & { pattern: RegExp })[] = areaServers
  .flatMap((area) => area.endpoints)
  .map((e) => ({
    ...e,
    pattern: new RegExp(`^${e.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }))
  .toSorted((x, y) => x.path.split("{").length - y.path.split("{").length);

const taken = (schema: Endpoint["body"], value: unknown): unknown => {
  if (!schema) return value;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw invalid("invalid", first!.message, [
    { path: first!.path.join("."), message: first!.message },
  ]);
};

/**
 * Asks an endpoint as a person does, by its method and address (`POST /api/v1/drawdowns`): their
 * permission, its schemas and its handler, in a transaction of the application's role. `version` is
 * what the person read.
 */
export const askingOf =
  (t: () => TestDatabase) =>
  async <R = { id: string; version: number; status: string }>(
    actor: Actor,
    asked: string,
    body: unknown = {},
    version: number | null = null,
  ): Promise<R> => {
    const [method, address] = asked.split(" ") as [string, string];
    const [path, search] = address.split("?") as [string, string | undefined];
    const e = endpoints.find((each) => each.method === method && each.pattern.test(path));
    if (!e) throw new Error(`no endpoint is ${asked}`);
    const wanted = [e.permission].flat() as string[];
    if (!wanted.some((p) => p === "public" || p === "signed-in" || actor.permissions.has(p)))
      throw notAllowed();
    const { app, database } = t();
    const context = {
      app,
      actor,
      params: taken(e.params, { ...e.pattern.exec(path)?.groups }),
      query: taken(e.query, Object.fromEntries(new URLSearchParams(search))),
      body: e.body ? taken(e.body, body) : undefined,
      ifMatch: version,
      late: fromPrimary(database),
      request: { headers: {} },
      reply: { header: () => {}, raw: { once: () => {}, writableFinished: true } },
    };
    const ahead = await e.ahead?.({ ...context, db: database.read(actor) } as never);
    const run = (db: unknown) => e.handler({ ...context, ahead, db, tx: db } as never);
    if (method === "GET" || e.ownTransaction) return (await run(database.read(actor))) as R;
    return (await database.transaction(actor, run)) as R;
  };

/** What was refused, as `code: text`; anything but a refusal is thrown on. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "nothing was refused";
};
