import { PgBoss } from "pg-boss";
import type { z } from "zod";
import { type Actor, systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { Problem } from "#kernel/errors.ts";
import { isPractice } from "../agencies/practice.ts";
import { practising } from "../agencies/practice-now.ts";
import type { Database, Tx } from "../db/db.ts";
import { outlastStorage } from "../files/outlast.ts";
import { isAway } from "../db/away.ts";
import { databaseMs } from "../db/database-clock.ts";
import { bind, sql } from "../db/sql.ts";
import { diskSentences, noteDiskTrouble } from "../operation/disk.ts";
import type { App } from "../app.ts";
import { announce } from "../lifecycle.ts";
import type { AfterRestore } from "../restored/clocks.ts";
import { isHeld } from "../restored/held.ts";
import { LetGo, mostQuietMs } from "./leash.ts";
import { lanes, makeLanes, placeIn, workLanes, type Lane, type Work } from "./lanes.ts";
import { queueDatabase } from "./queue-database.ts";
import { clientOf } from "../db/wire/hosts.ts";
import { traced, traceParent, tracedAlone } from "../telemetry/tracing.ts";

export type JobRun<P> = {
  app: App;
  /**
   * The system acting for the agency, in the name of the person who asked (for the audit record).
   */
  actor: Actor;
  jobId: string;
  payload: P;
  /** Tells the tray, and the queue that it goes on; throws when the person asked to cancel. */
  progress: (done: number, total: number | null, stage?: string) => Promise<void>;
};

/** What a finished job leaves: figures for its report, and where to look at it. */
export type JobResult = { result?: unknown; resultPath?: string } | void;

export type JobDefinition<P = any> = {
  kind: string;
  /** Whose company it keeps in the queue: `short` unless it is heavy. */
  lane?: Lane;
  payload: z.ZodType<P>;
  run: (job: JobRun<P>) => Promise<JobResult>;
  dropped?: (tx: Tx, payload: P, why: unknown) => Promise<unknown>;
};

const dropping = new Map<string, JobDefinition["dropped"]>();
/**
 * Declares a long piece of work: a kind, the schema of its payload, one function, and the lane where
 * it is heavy; `dropped` tidies up where it was cancelled before it began, or given up because the
 * database was away each time.
 */
export const defineJob = <S extends z.ZodType>(definition: {
  kind: string;
  lane?: Lane;
  payload: S;
  run: (job: JobRun<z.output<S>>) => Promise<JobResult>;
  dropped?: (tx: Tx, payload: z.output<S>, why: unknown) => Promise<unknown>;
}): JobDefinition<z.output<S>> => {
  dropping.set(definition.kind, definition.dropped as JobDefinition["dropped"]);
  return definition as JobDefinition<z.output<S>>;
};

/**
 * Something that runs by the clock in every agency; `cron` is in UTC. The work must bear running
 * twice.
 */
export type Schedule = {
  name: string;
  cron: string;
  afterRestore: AfterRestore;
  run: (app: App) => Promise<void>;
};

/** The person asked to stop the job. */
export class Cancelled extends Error {}

type JobRow = {
  id: string;
  orgId: string;
  kind: string;
  personId: string | null;
  payload: unknown;
  state: string;
  cancelAsked: boolean;
  attempts: number;
  timeZone: string | null;
};

/**
 * Puts a job in the queue inside the caller's transaction: it runs if and only if the transaction
 * commits. The tray of the person who asked hears
 * of it. `resultPath` is where to look at it from now on, if there is such a page. Returns the
 * job's id.
 */
export const enqueue = async <P>(
  tx: Tx,
  actor: Actor,
  job: JobDefinition<P>,
  payload: P,
  title: string,
  resultPath: string | null = null,
): Promise<string> => {
  const id = newId();
  const orgId = actor.orgId!;
  await tx.rows(sql`
    insert into job (org_id, id, kind, title, person_id, payload, result_path)
    values (
      ${orgId}, ${id}, ${job.kind}, ${title}, ${actor.personId},
      ${JSON.stringify(job.payload.parse(payload))}, ${resultPath}
    )
  `);
  const lane = job.lane ?? "short";
  await bossOf().send(
    lanes[lane].queue,
    { orgId, jobId: id, askedBy: traceParent() },
    {
      ...placeIn(lane, orgId),
      db: {
        executeSql: async (text, values) => ({ rows: await tx.rows(bind(text, values ?? [])) }),
      },
    },
  );
  if (actor.personId) announce(tx, orgId, "job.start", id, { personId: actor.personId });
  tx.afterCommit(() => lookIn(lane));
  return id;
};

let boss: PgBoss | null = null;
/**
 * Has this instance's workers of a lane look for work at once; another instance's find it with their
 * next look.
 */
let lookIn: (lane: Lane) => void = () => {};
const bossOf = () => {
  if (!boss)
    throw new Problem(
      "upstream",
      "jobs_not_running",
      "Long work cannot start at the moment. Try again in a minute.",
      { status: 503 },
    );
  return boss;
};

const finish = (
  database: Database,
  orgId: string,
  id: string,
  state: string,
  fields: { result?: unknown; resultPath?: string; error?: string },
) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update job
      set
        state = ${state}, result = ${JSON.stringify(fields.result ?? null)},
        result_path = coalesce(${fields.resultPath ?? null}, result_path),
        error = ${fields.error ?? null}, ended_at = clock_timestamp(), version = version + 1
      where org_id = ${orgId} and id = ${id}
    `),
  );

/** Four times a second at most, since each is a write that the tray hears of. */
const TELL_MS = 250;

const telling = (
  database: Database,
  orgId: string,
  id: string,
  beat: () => void,
): JobRun<unknown>["progress"] => {
  let last = -Infinity;
  return async (done, total, stage = "") => {
    beat();
    if (performance.now() - last < TELL_MS && done !== total) return;
    last = performance.now();
    const { cancelAsked } = await database.transaction({ orgId, personId: null }, (tx) =>
      tx.one<{ cancelAsked: boolean }>(sql`
        update job
        set done = ${done}, total = ${total}, stage = ${stage}
        where org_id = ${orgId} and id = ${id}
        returning cancel_asked
      `),
    );
    if (cancelAsked) throw new Cancelled();
  };
};

/** So often work is taken up again whose database was away meanwhile. */
const mostTries = 5;

/** The database went away under a job: the queue brings it again, until it has been tried so often. */
const givenUp = async (
  { database }: App,
  definition: JobDefinition,
  row: JobRow,
  error: unknown,
): Promise<boolean> => {
  if (!isAway(error)) return true;
  if (row.attempts < mostTries) return false;
  await database.transaction({ orgId: row.orgId, personId: null }, async (tx) =>
    definition.dropped?.(tx, definition.payload.parse(row.payload), error),
  );
  return true;
};

/** What a job's trace says: its lane, its kind, and which request asked for it. */
const runWatched = (
  app: App,
  kinds: ReadonlyMap<string, JobDefinition>,
  { work, beat, lane }: { work: Work; beat: () => void; lane: Lane },
) =>
  tracedAlone(
    {
      name: `job ${lanes[lane].queue}`,
      kind: "work",
      attributes: { "levee.queue": lanes[lane].queue },
      askedBy: work.askedBy,
    },
    () => runJob(app, kinds, work, beat),
  );

const runJob = async (
  app: App,
  kinds: ReadonlyMap<string, JobDefinition>,
  { orgId, jobId: id }: Work,
  beat: () => void,
) => {
  const { database } = app;
  const scope = { orgId, personId: null };
  const row = await database.transaction(scope, (tx) =>
    tx.maybe<JobRow>(sql`
      update job
      set
        state = 'running', started_at = coalesce(started_at, clock_timestamp()),
        attempts = attempts + 1
      where org_id = ${orgId} and id = ${id} and state in ('queued', 'running')
      returning *, (select o.time_zone from organization o where o.id = job.org_id) as time_zone
    `),
  );
  if (!row) return;
  const definition = kinds.get(row.kind);
  if (!definition)
    return void (await finish(database, orgId, id, "failed", {
      error: `No such work: ${row.kind}`,
    }));
  const progress = telling(database, orgId, id, beat);
  try {
    const actor: Actor = {
      ...systemActor(orgId),
      personId: row.personId,
      ...(row.timeZone && { timeZone: row.timeZone }),
    };
    const payload = definition.payload.parse(row.payload);
    const run = () =>
      traced(
        { name: `run ${row.kind}`, kind: "work", attributes: { "levee.job.kind": row.kind } },
        () => definition.run({ app, actor, jobId: id, payload, progress }),
      );
    const waits = () => progress(0, null, "Waits for the storage of files");
    const answer =
      (await practising(await isPractice(database, orgId), () =>
        outlastStorage(app.files.place, run, waits),
      )) ?? {};
    await finish(database, orgId, id, "done", answer);
  } catch (error) {
    // Another run has the job now, and says how it ends.
    if (error instanceof LetGo) return;
    if (error instanceof Cancelled)
      return void (await finish(database, orgId, id, "cancelled", {}));
    if (error instanceof Problem)
      return void (await finish(database, orgId, id, "failed", { error: error.message }));
    if (!(await givenUp(app, definition, row, error))) throw error;
    const disk = noteDiskTrouble(error, new Date(databaseMs()));
    await finish(database, orgId, id, "failed", {
      error: disk
        ? diskSentences[disk]
        : "Something failed on our side. Nothing of the step that failed was kept.",
    });
    console.error(`job ${row.kind} ${id}:`, error);
  }
};

/** Asks a running or waiting job to stop at its next step; null where it has ended. */
export const askCancel = async (tx: Tx, id: string): Promise<{ state: string } | null> => {
  const asked = await tx.maybe<{ kind: string; state: string; payload: unknown }>(sql`
    update job
    set
      cancel_asked = true, state = case when state = 'queued' then 'cancelled' else state end,
      ended_at = case when state = 'queued' then clock_timestamp() end
    where org_id = ${tx.scope.orgId} and id = ${id} and state in ('queued', 'running')
    returning kind, state, payload
  `);
  if (asked?.state === "cancelled")
    await dropping.get(asked.kind)?.(tx, asked.payload, new Cancelled());
  return asked;
};

/** `keep` begins what is done at set times. */
export type Jobs = {
  schedule: (schedules: readonly Schedule[]) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the queue of this instance: workers, recovery of work whose instance died (heartbeat) or that
 * says nothing of itself for `quietMs`.
 */
export const startJobs = async (
  app: App,
  ownerUrl: string,
  definitions: readonly JobDefinition[],
  { quietMs = mostQuietMs } = {},
): Promise<Jobs> => {
  const kinds = new Map(definitions.map((d) => [d.kind, d]));
  const queue = queueDatabase(ownerUrl);
  const started = new PgBoss({
    ...queue.reach,
    schema: "pgboss",
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  } as never);
  started.on("error", (error) => console.error("jobs:", (error as Error).message));
  await started.start();
  await makeLanes(started);
  const owner = clientOf(ownerUrl);
  owner.on("error", () => {});
  await owner.connect();
  await owner.query(`
    grant usage on schema pgboss to levee_app;
    grant select, insert, update on all tables in schema pgboss to levee_app;
    grant execute on all functions in schema pgboss to levee_app;
    grant usage on schema pgboss to levee_deleter;
    grant select, delete on all tables in schema pgboss to levee_deleter;
  `);
  await owner.end();
  lookIn = await workLanes(
    started,
    (work, beat, lane) => runWatched(app, kinds, { work, beat, lane }),
    quietMs,
  );
  boss = started;
  return {
    schedule: async (schedules) =>
      void (await Promise.all(
        schedules.map(async (s) => {
          const name = `schedule-${s.name}`;
          await started.createQueue(name, { policy: "singleton", retryLimit: 2 } as never);
          await started.work(name, { pollingIntervalSeconds: 5 }, async () =>
            tracedAlone({ name, kind: "work", attributes: { "levee.queue": name } }, async () =>
              (await isHeld(app.database, s.afterRestore)) ? undefined : s.run(app),
            ),
          );
          await started.schedule(name, s.cron, null as never, { tz: "UTC" });
        }),
      )),
    stop: async () => {
      boss = null;
      lookIn = () => {};
      await started.stop({ graceful: true, timeout: 5000 } as never);
      await queue.close();
    },
  };
};
