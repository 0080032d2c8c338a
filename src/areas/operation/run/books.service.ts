import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { systemActor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { Tx } from "#server/db/db.ts";
import { isAway } from "#server/db/away.ts";
import { sql } from "#server/db/sql.ts";
import { Cancelled, defineJob, enqueue, type JobRun } from "#server/jobs/jobs.ts";
import {
  allInvariants,
  type Checked,
  type Finding,
  type Invariant,
} from "#server/operation/checking.ts";
import { beatRun, closeRun, keepAnswer, openRun, type Answer } from "./keep.service.ts";
import { tellNight } from "./night-told.service.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const keyOf = (finding: Finding): string => finding.link ?? finding.sentence;
/** What is found is looked at so often more: work that goes on passes, a fault stays. */
const looksAgain = 2;
const againMs = 250;

/** What an invariant finds, and finds again. */
const findingsOf = async (rule: Invariant, checked: Checked): Promise<Finding[]> => {
  let found = [...(await rule.check(checked))];
  for (let n = 0; n < looksAgain && found.length > 0; n++) {
    await pause(againMs);
    const again = await rule.check(checked);
    const before = new Set(found.map(keyOf));
    found = again.filter((finding) => before.has(keyOf(finding)));
  }
  return found;
};

/** What a check says, also where it could not be done. */
const answerOf = async (rule: Invariant, checked: Checked): Promise<Answer> => {
  try {
    const found = await findingsOf(rule, checked);
    return found.length === 0
      ? { outcome: "green", said: rule.what, todo: null, found }
      : { outcome: "red", said: `${counted(found.length, "finding")}.`, todo: rule.todo, found };
  } catch (error) {
    if (error instanceof Cancelled || isAway(error)) throw error;
    console.error(`check ${rule.name}:`, error);
    return {
      outcome: "red",
      said: "The check itself failed, so nobody knows.",
      todo: "Look in the log of the server for “check”, and tell whoever maintains Levee.",
      found: [],
    };
  }
};

const beatMs = 30_000;

type Running = JobRun<{ runId: string }>;

const lookAt = async (job: Running, rules: readonly Invariant[], at: number) => {
  const { app, actor, payload } = job;
  const rule = rules[at]!;
  let beaten = performance.now();
  const beat: Checked["beat"] = async () => {
    await job.progress(at, rules.length, rule.label);
    if (performance.now() - beaten < beatMs) return;
    beaten = performance.now();
    await beatRun(app.database, actor.orgId!, payload.runId);
  };
  await beat(0, 1);
  const began = performance.now();
  const answer = await answerOf(rule, { app, actor, db: app.database.read(actor), beat });
  const ms = Math.round(performance.now() - began);
  const step = { name: rule.name, label: rule.label, area: rule.area };
  await keepAnswer(app.database, actor.orgId!, payload.runId, { position: at, step, answer, ms });
};

/** Names of the checks that a run has behind it: after a restart it goes on with the next. */
const doneIn = async (job: Running): Promise<ReadonlySet<string> | null> => {
  const db = job.app.database.read(job.actor);
  const run = await db.maybe<{ status: string }>(sql`
    select status
    from check_run
    where org_id = ${job.actor.orgId} and id = ${job.payload.runId}
  `);
  if (run?.status !== "running") return null;
  const rows = await db.rows<{ name: string }>(sql`
    select name
    from check_result
    where org_id = ${job.actor.orgId} and run_id = ${job.payload.runId}
  `);
  return new Set(rows.map(({ name }) => name));
};

const runBooks = async (job: Running) => {
  const { app, actor, payload } = job;
  const done = await doneIn(job);
  if (!done) return {};
  const rules = allInvariants();
  for (const [at, rule] of rules.entries()) if (!done.has(rule.name)) await lookAt(job, rules, at);
  await job.progress(rules.length, rules.length, "Done");
  await app.database.transaction(actor, async (tx) => {
    if (await closeRun(tx, actor, payload.runId, "done")) await tellNight(tx, payload.runId);
  });
  return { result: { checks: rules.length }, resultPath: `/testing-dashboard/${payload.runId}` };
};

/** Checks the books of an agency, rule by rule. */
export const booksJob = defineJob({
  kind: "check.books",
  lane: "long",
  payload: z.object({ runId: z.uuid() }),
  run: async (job) => {
    try {
      return await runBooks(job);
    } catch (error) {
      if (error instanceof Cancelled)
        await job.app.database.transaction(job.actor, (tx) =>
          closeRun(tx, job.actor, job.payload.runId, "stopped"),
        );
      throw error;
    }
  },
  dropped: (tx, { runId }) => closeRun(tx, systemActor(tx.scope.orgId), runId, "stopped"),
});

/** Begins a run over the books of the actor's agency; a job does it. */
export const beginBooks = async (
  tx: Tx,
  actor: Actor,
  trigger: "person" | "nightly",
): Promise<{ id: string; jobId: string }> => {
  const id = await openRun(tx, actor, { kind: "books", trigger, checks: allInvariants().length });
  const jobId = await enqueue(
    tx,
    actor,
    booksJob,
    { runId: id },
    "Comprehensive test",
    `/testing-dashboard/${id}`,
  );
  await tx.rows(sql`
    update check_run
    set job_id = ${jobId}
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  return { id, jobId };
};
