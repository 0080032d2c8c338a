import type pg from "pg";
import { isAway } from "../away.ts";
import type { Database, Db, Row, Scope } from "../db.ts";
import { noScope } from "../db.ts";
import { published } from "../scopes/published.ts";
import { reportsDb } from "../scopes/reports.ts";
import { sql, type Sql } from "../sql.ts";
import { withConnection } from "../wire/connection.ts";
import { untilEnded } from "../wire/ending.ts";
import { sendTogether } from "../wire/pipeline.ts";
import { queriesOfRows } from "../wire/queries.ts";
import { setScope } from "../wire/scope-statement.ts";
import { together, type WireDb } from "../wire/tx.ts";
import { positionOf } from "./lag.model.ts";
import type { Line } from "./line.ts";
import { neededByAll, neededOf, type Needed } from "./marks.ts";
import { noteWrite, standbyOf, type Chosen, type Standby } from "./standby.ts";

/**
 * Readings that may come from a standby, for whoever declared `mayLag`. They hold at least what was
 * acknowledged in the agency before (what everybody reads: in any agency); else, and where there is no
 * standby, they come from the primary. Nothing of them is kept for others.
 */
export type Late = {
  /** As `Database.read`. */
  read(scope: Scope): Db;
  /** As `published`: what agencies have published. */
  published(): Db;
  /** As `reportsDb`: for statements that take long. */
  reports(scope: Scope, signal: AbortSignal): Db;
};

/** The standby lacks something after all, or takes writes. */
class NotThere extends Error {}

type Ending = { signal: AbortSignal };
type Way = {
  scope: Scope;
  primary: Db;
  pool: (line: Line) => pg.Pool;
  needed: () => Promise<Needed>;
  /** Makes the primary know how far a standby must have come. */
  unknown: () => Promise<void>;
  ending?: Ending;
};

const here = sql`select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed`;
type Here = { standby: boolean; replayed: string | null };

type Coded = Error & { code?: string };
// 40001, 40P01 and 57014 by a conflict with what is replayed (PostgreSQL, "Handling Query Conflicts"),
// 25006: it would write.
const passedOn = (error: unknown): boolean => {
  if (error instanceof NotThere || isAway(error)) return true;
  const { code, message } = error as Coded;
  if (code === "57014") return /conflict with recovery/.test(message);
  return code === "40001" || code === "40P01" || code === "25006" || code === "57P04";
};

const onStandby = async (
  { line, needed }: Chosen,
  { scope, pool, ending }: Way,
  statements: readonly Sql[],
): Promise<Row[][]> =>
  withConnection(pool(line), async (client) => {
    const work = () => Promise.all(sendTogether(client, [setScope(scope), here, ...statements]));
    const [, at, ...answers] = await (ending
      ? untilEnded(line.url, client, ending.signal, work)
      : work());
    const { standby, replayed } = at![0] as Here;
    if (!standby || replayed === null || positionOf(replayed) < needed)
      throw new NotThere("the standby has not come so far");
    return answers;
  });

/** Decides with its first statement where it reads, and stays there unless the standby fails it. */
const readingLate = (standby: Standby, way: Way): WireDb => {
  let choosing: Promise<Chosen | null> | null = null;
  const inOneTrip = async (statements: readonly Sql[]): Promise<Row[][]> => {
    choosing ??= standby.choose(way.needed, way.unknown);
    const chosen = await choosing;
    if (chosen)
      try {
        const answers = await onStandby(chosen, way, statements);
        standby.count("standby");
        return answers;
      } catch (error) {
        if (!passedOn(error)) throw error;
        choosing = Promise.resolve(null);
      }
    standby.count("primary");
    return together(way.primary, statements);
  };
  return {
    ...queriesOfRows(way.scope, async (statement) => (await inOneTrip([statement]))[0]!),
    inOneTrip,
  };
};

/** Every such reading from the primary. */
export const fromPrimary = (database: Database): Late => ({
  read: (scope) => database.read(scope),
  published: () => published(database),
  reports: (scope, signal) => reportsDb(database, scope, signal),
});

/** The readings of a database that may come from its standby. */
export const lateOf = (database: Database): Late => {
  const standby = standbyOf(database);
  const primary = fromPrimary(database);
  if (!standby) return primary;
  const ofAgency = (scope: Scope) => ({
    scope,
    needed: () => neededOf(database.read(scope), scope),
    unknown: () => noteWrite(database, scope.orgId),
  });
  // Of no agency nothing is known to be there: whoever acts in none is read from the primary.
  const late = (scope: Scope, rest: Omit<Way, "scope" | "needed" | "unknown">) =>
    scope.orgId ? readingLate(standby, { ...ofAgency(scope), ...rest }) : rest.primary;
  return {
    read: (scope) => late(scope, { primary: primary.read(scope), pool: ({ app }) => app }),
    published: () =>
      readingLate(standby, {
        scope: noScope,
        primary: primary.published(),
        pool: (line) => line.published,
        needed: () => neededByAll(published(database)),
        unknown: async () => {},
      }),
    reports: (scope, signal) =>
      late(scope, {
        primary: primary.reports(scope, signal),
        pool: ({ reports }) => reports,
        ending: { signal },
      }),
  };
};
