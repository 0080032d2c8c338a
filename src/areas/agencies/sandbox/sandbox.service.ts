import {
  letMembersIn,
  memberNames,
  nobodyIsIn,
  notify,
  readOrganization,
  standingMembers,
} from "#areas/organization/organization.server.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { newestCheckpoint } from "#server/audit/newest-checkpoint.ts";
import { note } from "#server/change.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { businessNow } from "#server/clock.ts";
import { isAway } from "#server/db/away.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { Cancelled, type JobRun } from "#server/jobs/jobs.ts";
import { LetGo } from "#server/jobs/leash.ts";
import { copyAgency, roomOfDatabase, type CopyPace } from "./copy.service.ts";
import { sandboxDays, type SandboxStatus } from "./sandbox.labels.ts";
import type { SandboxInput, SandboxRow } from "./sandbox.model.ts";
import { agencySandbox } from "./sandbox.tables.ts";

export type SandboxRecord = typeof agencySandbox.$inferSelect;
export type SandboxJob = JobRun<{ sandboxId: string }>;

/** What is said of a copy in the ledger and in the stream. */
export const sandboxName = "agencySandbox";
const dayMs = 86_400_000;

/** One copy of an agency at a time; locked until the caller's transaction ends. */
export const turnToCopy = (tx: Tx) =>
  tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`sandbox ${tx.scope.orgId}`}, 0))::text as locked
  `);

/**
 * Stores that a copy for practice is asked for; the job makes it. Whoever asks is a member of it. 409
 * `sandbox_under_way` while the agency has one; 422 `not_a_member` for somebody who does not work here.
 */
export const askSandbox = async (
  tx: Tx,
  actor: Actor,
  { reason, members }: SandboxInput,
): Promise<SandboxRecord> => {
  const orgId = actor.orgId!;
  await turnToCopy(tx);
  const other = await tx.maybe(sql`
    select 1
    from agency_sandbox
    where org_id = ${orgId} and status in ('asked', 'copying', 'open', 'ending')
  `);
  if (other)
    throw conflict(
      "sandbox_under_way",
      "Your agency has a practice copy already. End it before you ask for another one.",
    );
  const chosen = [...new Set([actor.personId!, ...members])];
  const known = await standingMembers(tx, chosen);
  if (known.length < chosen.length)
    throw invalidField("members", "One of them does not work here any more.", "not_a_member");
  const row = await insertRow(tx, agencySandbox, {
    orgId,
    id: newId(),
    copyId: newId(),
    reason,
    members: chosen,
    askedBy: actor.personId!,
    askedName: actor.name,
  });
  note(tx, actor, sandboxName, row.id, {
    action: "ask",
    after: { members: known.map(({ name }) => name) },
    note: reason,
  });
  return row;
};

/** Keeps under which job a copy is made, for whoever cancels it. */
export const keepJob = (tx: Tx, id: string, jobId: string) =>
  tx.rows(sql`
    update agency_sandbox
    set job_id = ${jobId}
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);

/** Copies of the agency, the newest first; whoever is a member of one finds where it is. */
export const sandboxesOf = async (db: Db, personId: string | null): Promise<SandboxRow[]> => {
  const rows = await db.rows<Omit<SandboxRow, "members"> & { members: string[] }>(sql`
    select
      id, status, reason, asked_name, job_id, row_count, table_count, opened_at, ends_at, ended_at,
      ended_name, ended_reason, failure, version, created_at, members,
      case when status = 'open' and ${personId}::uuid = any(members) then copy_id end as copy_id
    from agency_sandbox
    where org_id = ${db.scope.orgId}
    order by created_at desc, id desc
    limit 20
  `);
  const names = await memberNames(db, [...new Set(rows.flatMap(({ members }) => members))]);
  return rows.map((row) => ({
    ...row,
    members: row.members.map((id) => names.get(id) ?? "Somebody").toSorted(),
  }));
};

/** An administrator ends a copy before its day: it closes, and is deleted. 409 `sandbox_state`. */
export const endSandbox = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: { id: string; version: number | null; reason: string },
): Promise<SandboxRecord> => {
  await turnToCopy(tx);
  const row = await lockRow(tx, agencySandbox, id, "practice copy");
  requireVersion(row.version, version);
  if (row.status !== "open")
    throw conflict(
      "sandbox_state",
      "This practice copy is not open any more. Load the page again.",
    );
  return closeSandbox(tx, actor, row, reason);
};

/** A copy is closed and waits for its deletion. */
export const closeSandbox = async (
  tx: Tx,
  actor: Actor,
  row: SandboxRecord,
  reason: string,
): Promise<SandboxRecord> => {
  const done = await updateRow(tx, agencySandbox, row.id, {
    status: "ending",
    endedName: actor.name,
    endedReason: reason,
    version: row.version + 1,
  });
  note(tx, actor, sandboxName, row.id, {
    action: "end",
    before: { status: row.status },
    after: { status: "ending" },
    note: reason,
  });
  return done;
};

const moved = (
  app: App,
  actor: Actor,
  id: string,
  from: SandboxStatus,
  of: Partial<SandboxRecord>,
) =>
  app.database.transaction(actor, async (tx) => {
    await turnToCopy(tx);
    const row = await lockRow(tx, agencySandbox, id, "practice copy");
    if (row.status !== from) return null;
    return updateRow(tx, agencySandbox, id, { ...of, version: row.version + 1 });
  });

// The first entry of the copy's own ledger is the checkpoint of its origin.
const letIn = async (app: App, row: SandboxRecord): Promise<void> => {
  const origin = app.database.read({ orgId: row.orgId, personId: null });
  const from = await newestCheckpoint(origin);
  const { name } = await readOrganization(origin);
  const members = await standingMembers(origin, row.members);
  const actor = { orgId: row.copyId, personId: row.askedBy, sessionId: null, name: row.askedName };
  await app.database.transaction({ orgId: row.copyId, personId: row.askedBy }, async (tx) => {
    if (!(await nobodyIsIn(tx))) return;
    note(tx, actor, "organization", row.copyId, {
      number: name,
      action: "copy",
      after: { copyOf: name, originSize: from?.size ?? 0, originRoot: from?.root ?? null },
      note: from?.note ?? "The ledger of the agency that this is a copy of was empty.",
      event: null,
    });
    await letMembersIn(tx, members, `Practice copy: ${row.reason}`);
  });
};

const opened = async (app: App, actor: Actor, row: SandboxRecord): Promise<SandboxRecord | null> =>
  app.database.transaction(actor, async (tx) => {
    await turnToCopy(tx);
    const now = await lockRow(tx, agencySandbox, row.id, "practice copy");
    if (now.status !== "copying") return null;
    const at = businessNow(tx.scope).getTime();
    const done = await updateRow(tx, agencySandbox, row.id, {
      status: "open",
      openedAt: instantAt(at),
      endsAt: instantAt(at + sandboxDays * dayMs),
      version: now.version + 1,
    });
    note(tx, actor, sandboxName, row.id, {
      action: "open",
      after: { rows: done.rowCount, tables: done.tableCount, endsAt: done.endsAt },
    });
    notify(tx, row.members, {
      kind: "agency_sandbox",
      title: "A practice copy of your agency is open",
      body: `${row.askedName}: ${row.reason} Nothing leaves it, and after ${sandboxDays} days it is deleted. You find it where you change the agency.`,
      link: "/dashboard",
    });
    return done;
  });

const failureOf = (error: unknown): Pick<SandboxRecord, "status" | "failure"> =>
  error instanceof Cancelled
    ? { status: "cancelled", failure: "" }
    : {
        status: "failed",
        failure:
          error instanceof Problem
            ? error.message
            : "Something failed on our side, and nothing of the copy was kept. Those who run the server find it in its log. Ask for it again.",
      };

/** A copy that was cancelled or given up: nothing of it is left but its record. */
export const dropSandbox = async (tx: Tx, id: string, why: unknown): Promise<void> => {
  const { status, failure } = failureOf(why);
  const row = await tx.maybe<{ askedBy: string; status: SandboxStatus }>(sql`
    update agency_sandbox
    set
      status = case when copied_at is null then ${status} else 'ending' end, failure = ${failure},
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id} and status in ('asked', 'copying')
    returning asked_by, status
  `);
  if (!row) return;
  note(tx, systemActor(tx.scope.orgId!), sandboxName, id, {
    action: "stop",
    after: { status: row.status },
    note: failure,
  });
  if (failure)
    notify(tx, [row.askedBy], {
      kind: "agency_sandbox",
      title: "The practice copy has failed",
      body: failure,
      link: "/tenant-management",
    });
};

const usual = (job: SandboxJob): CopyPace => ({
  progress: (done, total) => job.progress(done, total, "Records"),
  after: async () => {},
  room: roomOfDatabase,
});

/**
 * Makes a copy that was asked for: all rows in one transaction, then its members are let in. Begun
 * anew by another instance it goes on where it was: before the transaction ended nothing is there.
 */
export const makeSandbox = async (
  job: SandboxJob,
  over: Partial<CopyPace> = {},
): Promise<SandboxRecord | null> => {
  const { app, actor, payload } = job;
  const { sandboxId: id } = payload;
  await moved(app, actor, id, "asked", { status: "copying" });
  const row = await getRow(app.database.read(actor), agencySandbox, id, "practice copy");
  if (row.status !== "copying") return null;
  try {
    await copyAgency(app, row, { ...usual(job), ...over });
    await letIn(app, row);
    return await opened(app, actor, { ...row });
  } catch (error) {
    // One that the queue let go is made by another run now.
    const another = isAway(error) || error instanceof LetGo;
    if (!another) await app.database.transaction(actor, (tx) => dropSandbox(tx, id, error));
    throw error;
  }
};
