import type pg from "pg";
import {
  administratorsOf,
  agencyNames,
  changeState,
  organizationIds,
} from "#areas/organization/organization.server.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { signNote } from "#kernel/checkpoint.ts";
import { addMonths, day, instantAt } from "#kernel/time.ts";
import { allOutside, closingMattersOf } from "#server/agencies/ending.ts";
import { stateOf } from "#server/agencies/state.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Database } from "#server/db/db.ts";
import { findRow, getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { auditKeys } from "#server/keys.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { removeExport } from "../export/place.ts";
import { copyOf, originOfCopy } from "../sandbox/practice.service.ts";
import { digestOfAgency, keepDeleted, readDeleted, type Deleted } from "./deleted-list.ts";
import { agencyDeletion, agencyEnding } from "./deletion.tables.ts";
import { endedAs, endingName } from "./ending.service.ts";
import { endingRule } from "./ending-rules.data.ts";
import { deleteAgency, deleteOutside, notePeople } from "./outside.service.ts";
import { deleteRows, type Deleting, type Pace } from "./rows.service.ts";

type DeletionRecord = typeof agencyDeletion.$inferSelect;
const deletionName = "agencyDeletion";
/** How fast agencies are deleted: a fifth of the time, so that others hardly notice. */
export const usualPace: Pace = { batch: 1000, rests: 4, after: async () => {} };

const pools = new WeakMap<Database, pg.Pool>();
/** The connections of whoever deletes agencies: they stand behind all others. */
const deleterPool = (database: Database): pg.Pool => {
  let pool = pools.get(database);
  if (!pool)
    pools.set(database, (pool = database.poolAs("levee_deleter", { max: 1, behind: true })));
  return pool;
};

const systemOf = (orgId: string): Actor => systemActor(orgId);

/** The end of an agency whose days are over begins, unless something refuses it now: then it stops. */
const beginEnding = (app: App, orgId: string, id: string): Promise<void> => {
  const actor = systemOf(orgId);
  return app.database.transaction(actor, async (tx) => {
    const row = await lockRow(tx, agencyEnding, id, "ending");
    if (row.status !== "waiting") return;
    const stop = (reason: string) =>
      endedAs(app.database, tx, actor, row, { status: "stopped", reason });
    const matters = await closingMattersOf(tx);
    const administrators = await administratorsOf(tx);
    if (administrators.length === 0) await stop("The agency has lost its last administrator.");
    else if (matters.length > 0) await stop(matters.map(({ sentence }) => sentence).join(" "));
    else {
      await updateRow(tx, agencyEnding, id, { status: "deleting", version: row.version + 1 });
      note(tx, actor, endingName, id, { action: "begin", after: { status: "deleting" } });
      await changeState(app.database, tx, actor, {
        move: "delete",
        reason: row.reason,
        rule: endingRule.key,
      });
    }
  });
};

const factsOf = async (app: App, orgId: string, id: string): Promise<Deleted> => {
  const db = app.database.read(systemOf(orgId));
  const row = await getRow(db, agencyEnding, id, "ending");
  const names = await agencyNames(identityDb(app.database), [orgId]);
  return {
    digest: digestOfAgency(orgId),
    agency: names.get(orgId) ?? "",
    began: instantAt(databaseMs()),
    facts: {
      reason: row.reason,
      asked: { name: row.askedName, at: row.createdAt },
      confirmed: { name: row.confirmedName ?? "", at: row.confirmedAt ?? "" },
      keeper: row.keeper,
      keeperContact: row.keeperContact,
      exportSha256: row.exportSha256,
    },
  };
};

/** The operator's record of a deletion, and its line in the lists beside files and backups. */
const recordDeletion = async (
  app: App,
  orgId: string,
  id: string,
  told: Deleted,
  again: boolean,
): Promise<void> => {
  const operatorId = (await runningAgency(app.database))!;
  if (operatorId === orgId) throw new Error("the operator's agency is never deleted");
  await keepDeleted(app, told);
  const actor = systemOf(operatorId);
  await app.database.transaction(actor, async (tx) => {
    const made = await tx.maybe(sql`
      insert into agency_deletion (org_id, id, subject_id, subject_digest, agency, again, facts)
      values (
        ${operatorId}, ${id}, ${orgId}, ${told.digest}, ${told.agency}, ${again},
        ${JSON.stringify(told.facts)}::jsonb
      )
      on conflict
      do nothing
      returning id
    `);
    if (made)
      note(tx, actor, deletionName, id, {
        number: told.agency,
        action: "begin",
        after: { again, keeper: told.facts.keeper },
      });
  });
};

/** Nobody comes into an agency that a restored backup brought back. */
const shutAgain = (app: App, orgId: string, { facts }: Deleted): Promise<void> => {
  const actor = systemOf(orgId);
  return app.database.transaction(actor, async (tx) => {
    const state = await stateOf(app.database, orgId);
    const step = { reason: facts.reason, rule: endingRule.key };
    if (state !== "closing" && state !== "deleted")
      await changeState(app.database, tx, actor, { ...step, move: "close" });
    if (state !== "deleted")
      await changeState(app.database, tx, actor, { ...step, move: "delete" });
  });
};

/** Closes a copy for practice whose time is over, and records its deletion; begun before, it is as it was. */
export const beginEndOfCopy = async (
  app: App,
  copyId: string,
  { reason, name }: { reason: string; name: string },
): Promise<void> => {
  if ((await standing(app)).some(({ subjectId }) => subjectId === copyId)) return;
  const at = instantAt(databaseMs());
  const names = await agencyNames(identityDb(app.database), [copyId]);
  const told: Deleted = {
    digest: digestOfAgency(copyId),
    agency: names.get(copyId) ?? "",
    began: at,
    facts: {
      reason,
      asked: { name, at },
      confirmed: { name: "", at: "" },
      keeper: "",
      keeperContact: "",
      exportSha256: null,
      practice: true,
    },
  };
  await shutAgain(app, copyId, told);
  await recordDeletion(app, copyId, crypto.randomUUID(), told, false);
};

/** Copies of agencies that are being deleted go before them. */
const copiesFirst = async (app: App, deletions: readonly Deleting[]): Promise<Deleting[]> => {
  for (const { subjectId } of deletions) {
    const copyId = await copyOf(app, subjectId);
    const reason = "The agency that it was a copy of is deleted.";
    if (copyId) await beginEndOfCopy(app, copyId, { reason, name: "Levee" });
  }
  const all = await standing(app);
  const copies = new Set<string>();
  for (const { subjectId } of all) if (await originOfCopy(app, subjectId)) copies.add(subjectId);
  return all.toSorted((a, b) => Number(copies.has(b.subjectId)) - Number(copies.has(a.subjectId)));
};

/**
 * Agencies that were deleted and are back with a restored backup: nobody comes in any more, and their
 * deletion stands again. Gives how many.
 */
export const shutReturned = async (app: App): Promise<number> => {
  const deleted = await readDeleted(app);
  if (deleted.size === 0) return 0;
  const begunNow = new Set((await standing(app)).map(({ subjectId }) => subjectId));
  const agencies = (await organizationIds(app.database)).filter((id) => !begunNow.has(id));
  let begun = 0;
  for (const orgId of agencies) {
    const told = deleted.get(digestOfAgency(orgId));
    if (!told) continue;
    await shutAgain(app, orgId, told);
    await recordDeletion(app, orgId, crypto.randomUUID(), told, true);
    begun++;
  }
  return begun;
};

const standing = (app: App): Promise<Deleting[]> =>
  identityDb(app.database).rows<Deleting>(sql`
    select id, org_id as operator_id, subject_id
    from agency_deletion
    where status = 'deleting'
    order by id
  `);

/** Begins what is due, and gives every deletion that stands. */
export const dueDeletions = async (app: App): Promise<Deleting[]> => {
  const identity = identityDb(app.database);
  const due = await identity.rows<{ orgId: string; id: string }>(sql`
    select org_id, id
    from agency_ending
    where status = 'waiting' and deletes_at <= clock_timestamp()
    order by deletes_at
    limit 20
  `);
  for (const { orgId, id } of due) await beginEnding(app, orgId, id);
  const begun = await identity.rows<{ orgId: string; id: string }>(
    sql`select org_id, id from agency_ending where status = 'deleting'`,
  );
  for (const { orgId, id } of begun)
    await recordDeletion(app, orgId, id, await factsOf(app, orgId, id), false);
  return standing(app);
};

const removeExports = async (app: App, orgId: string): Promise<void> => {
  const exports = await app.database
    .read({ orgId, personId: null })
    .rows<{ id: string }>(sql`select id from agency_export where org_id = ${orgId}`);
  for (const { id } of exports) await removeExport(app, id);
};

// Backups keep the newest fourteen and the last of each of twelve months: the last that holds it goes then.
const backupsUntil = ({ config }: App): string | null =>
  config.LEVEE_BACKUP_DIR ? addMonths(day(`${instantAt(databaseMs()).slice(0, 7)}-01`), 13) : null;

const reportOf = (app: App, row: DeletionRecord): string => {
  const tables = Object.fromEntries(
    Object.entries(row.deleted).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = JSON.stringify(
    {
      format: "levee.agency-deletion/1",
      agency: row.agency,
      agencyDigest: row.subjectDigest,
      ...row.facts,
      again: row.again,
      beganAt: row.beganAt,
      endedAt: instantAt(databaseMs()),
      rows: Object.values(tables).reduce((sum, n) => sum + n, 0),
      tables,
      files: row.files,
      backupsHoldItUntil: backupsUntil(app),
    },
    null,
    1,
  );
  const { verifier, sign } = auditKeys();
  return signNote(verifier, `${text}\n`, sign);
};

const finish = (app: App, { id, operatorId }: Deleting): Promise<void> => {
  const actor = systemOf(operatorId);
  return app.database.transaction(actor, async (tx) => {
    const row = await findRow(tx, agencyDeletion, id);
    if (!row || row.status === "deleted") return;
    const report = reportOf(app, row);
    await updateRow(tx, agencyDeletion, id, {
      status: "deleted",
      subjectId: null,
      people: [],
      stage: "done",
      report,
      endedAt: instantAt(databaseMs()),
      version: row.version + 1,
    });
    note(tx, actor, deletionName, id, {
      number: row.agency,
      action: "finish",
      after: { files: row.files, keeper: row.facts.keeper },
    });
  });
};

/**
 * Deletes an agency whose deletion stands: rows in bounded batches, files that nobody else names, what
 * is nobody's, its people, its own row; then the report is signed. Killed at any point it goes on from
 * there. False while another instance is at it.
 */
export const runDeletion = async (
  app: App,
  one: Deleting,
  pace: Pace = usualPace,
): Promise<boolean> => {
  const client = await deleterPool(app.database).connect();
  const turn = [`deletion ${one.id}`];
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as mine",
      turn,
    );
    if (!rows[0]!.mine) return false;
    // Its row names a copy of it: that goes first, by a deletion of its own.
    if (await copyOf(app, one.subjectId)) return false;
    for (const { remove } of allOutside()) await remove(app, one.subjectId);
    await removeExports(app, one.subjectId);
    await notePeople(client, one);
    await deleteRows(app, client, one, pace);
    await deleteOutside(client, one);
    await pace.after("organization");
    await deleteAgency(client, one);
    await pace.after("report");
    await finish(app, one);
    return true;
  } finally {
    // A connection that broke has given its turn back.
    await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", turn).catch(() => {});
    client.release(true);
  }
};

const runEach = async (app: App, deletions: readonly Deleting[]): Promise<number> => {
  let gone = 0;
  for (const one of deletions) if (await runDeletion(app, one)) gone++;
  return gone;
};

/** Deletes again what a restore brought back, and goes on with what stands; gives how many are gone. */
export const deletionsGoOn = async (app: App): Promise<number> => {
  await shutReturned(app);
  return runEach(app, await copiesFirst(app, await standing(app)));
};

/** Begins what is due, and gives how many agencies are gone. */
export const deletionRound = async (app: App): Promise<number> =>
  (await deletionsGoOn(app)) +
  (await runEach(app, await copiesFirst(app, await dueDeletions(app))));
