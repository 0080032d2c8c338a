import type { FastifyRequest } from "fastify";
import { businessDate } from "#server/clock.ts";
import type { App } from "#server/app.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { storedBytes } from "#server/operation/monitor/own.ts";
import { lastEntryAt } from "#server/audit/last-entry.ts";
import { organizationIds, peopleCount } from "#areas/organization/organization.server.ts";
import { warnOfLimits } from "./limits.service.ts";
import type { DayOfUse } from "./usage.model.ts";

type Count = { people: number; storageBytes: number; calls: number };

/**
 * Counts what the scope's agency uses on this day: active members, bytes of distinct stored files, when
 * its ledger was last written. Numbers alone, so that whoever runs the installation sees no row.
 */
export const countAgency = async (tx: Tx): Promise<Count> => {
  const { orgId } = tx.scope;
  const [people, storageBytes, lastActivityAt] = await Promise.all([
    peopleCount(tx),
    storedBytes(tx),
    lastEntryAt(tx),
  ]);
  const count = await tx.one<Count>(sql`
    insert into agency_count (org_id, counted_on, people, storage_bytes, calls, last_activity_at)
    values (${orgId}, ${businessDate(tx.scope)}, ${people}, ${storageBytes}, 0, ${lastActivityAt})
    on conflict (org_id, counted_on)
    do update set
      people = excluded.people, storage_bytes = excluded.storage_bytes,
      last_activity_at = excluded.last_activity_at, counted_at = clock_timestamp()
    returning people, storage_bytes, calls
  `);
  await warnOfLimits(tx, {
    people: count.people,
    storageBytes: count.storageBytes,
    callsADay: count.calls,
  });
  return count;
};

const calls = new WeakMap<Database, Map<string, number>>();

/** Counts an answered call for the agency in which it was asked; written each minute. */
export const countCall = (database: Database, request: FastifyRequest): void => {
  const orgId = request.actor?.orgId;
  if (!orgId) return;
  const shelf = calls.get(database) ?? new Map<string, number>();
  calls.set(database, shelf);
  shelf.set(orgId, (shelf.get(orgId) ?? 0) + 1);
};

const addCalls = async (tx: Tx, n: number): Promise<void> => {
  const add = () =>
    tx.rows(sql`
      update agency_count
      set calls = calls + ${n}
      where org_id = ${tx.scope.orgId} and counted_on = ${businessDate(tx.scope)}
      returning calls
    `);
  if ((await add()).length > 0) return;
  // The first call of a day may come before its first count.
  await countAgency(tx);
  await add();
};

/** Adds the calls of this instance to the agencies' counts; what failed is counted with the next minute. */
const writeAgencyCalls = async (database: Database): Promise<void> => {
  const shelf = calls.get(database);
  for (const [orgId, n] of [...(shelf ?? [])]) {
    shelf!.delete(orgId);
    try {
      await database.transaction({ orgId, personId: null }, (tx) => addCalls(tx, n));
    } catch (error) {
      shelf!.set(orgId, (shelf!.get(orgId) ?? 0) + n);
      throw error;
    }
  }
};

/** How many days of use are shown. */
export const daysOfUse = 30;

/** What an agency used on each of the last days on which it was counted, the latest at the end. */
export const useByDay = async (db: Db, orgId: string): Promise<DayOfUse[]> =>
  (
    await db.rows<DayOfUse>(sql`
      select counted_on, people, storage_bytes, calls
      from agency_count
      where org_id = ${orgId}
      order by counted_on desc
      limit ${daysOfUse}
    `)
  ).toReversed();

const minute = 60_000;

/** Writes the calls of this instance each minute, and once more when it stops. */
export const keepCalls = async (app: App): Promise<() => Promise<void>> => {
  const timer = setInterval(
    () =>
      void writeAgencyCalls(app.database).catch((error) => console.error("agency calls:", error)),
    minute,
  );
  return async () => {
    clearInterval(timer);
    await writeAgencyCalls(app.database);
  };
};

/** Every quarter of an hour: what each agency uses. */
export const agencyCounts: Schedule = {
  name: "agency-counts",
  cron: "*/15 * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const orgId of await organizationIds(app.database))
      await app.database.transaction({ orgId, personId: null }, countAgency);
  },
};
