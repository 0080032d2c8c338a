import { readFileSync } from "node:fs";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { Finding } from "#server/operation/checking.ts";
import { runKinds, type RunKind } from "./run.labels.ts";

/** What one check answered. */
export type Answer = {
  outcome: "green" | "red" | "none";
  said: string;
  todo: string | null;
  found: readonly Finding[];
};
export type Step = { name: string; label: string; area: string };

/** So many findings of a check are kept; `found` counts all. */
const keptFindings = 50;
/** A run that said nothing for so long was cut off, in minutes: jobs may wait for their turn. */
const silentMinutes = { machine: 3, books: 90 } as const;

let version: string | null = null;
/** The version of the product that runs, as package.json says. */
const productVersion = (): string =>
  (version ??= (
    JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as {
      version: string;
    }
  ).version);

const endSilent = (tx: Tx, kind: RunKind) =>
  tx.rows(sql`
    update check_run
    set status = 'stopped', ended_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and kind = ${kind}
      and status = 'running'
      and beat_at < clock_timestamp() - make_interval(mins => ${silentMinutes[kind]}::int)
  `);

/** Writes down that a run begins. 409 while one of its kind is under way. */
export const openRun = async (
  tx: Tx,
  actor: Actor,
  run: { kind: RunKind; trigger: "person" | "nightly"; checks: number },
): Promise<string> => {
  await endSilent(tx, run.kind);
  const row = await tx.maybe<{ id: string }>(sql`
    insert into check_run (
      org_id, id, kind, trigger, product_version, started_by, started_name, checks
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${run.kind}, ${run.trigger}, ${productVersion()},
      ${actor.personId}, ${actor.name}, ${run.checks}
    )
    on conflict
    do nothing
    returning id
  `);
  if (!row)
    throw conflict(
      "already_running",
      `A ${runKinds[run.kind].label.toLowerCase()} is under way. Wait for its result, or stop it first.`,
    );
  note(tx, actor, "checkRun", row.id, {
    number: runKinds[run.kind].label,
    action: "start",
    after: { kind: run.kind, trigger: run.trigger, version: productVersion() },
  });
  return row.id;
};

const store = (tx: Tx, runId: string, position: number, step: Step, answer: Answer, ms: number) =>
  tx.maybe<{ name: string }>(sql`
    insert into check_result (
      org_id, run_id, name, position, label, area, outcome, said, todo, ms, found, findings
    )
    values (
      ${tx.scope.orgId}, ${runId}, ${step.name}, ${position}, ${step.label}, ${step.area},
      ${answer.outcome}, ${answer.said}, ${answer.todo}, ${ms}, ${answer.found.length},
      ${JSON.stringify(answer.found.slice(0, keptFindings))}::jsonb
    )
    on conflict
    do nothing
    returning name
  `);

/** Keeps what a check answered, at once and once; who looks at the run sees it come. */
export const keepAnswer = (
  database: Database,
  orgId: string,
  runId: string,
  at: { position: number; step: Step; answer: Answer; ms: number },
): Promise<void> =>
  database.transaction({ orgId, personId: null }, async (tx) => {
    if (!(await store(tx, runId, at.position, at.step, at.answer, at.ms))) return;
    const red = at.answer.outcome === "red" ? 1 : 0;
    await tx.rows(sql`
      update check_run
      set
        done = done + 1, red = red + ${red}::int,
        findings = findings + ${at.answer.found.length}::int, beat_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId}
    `);
    announce(tx, orgId, "checkRun.progress", runId);
  });

/** Says that a run that takes long is still there. */
export const beatRun = (database: Database, orgId: string, runId: string): Promise<unknown> =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update check_run
      set beat_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId}
    `),
  );

/** Ends a run; false where it had ended. Its result stands in the audit record. */
export const closeRun = async (
  tx: Tx,
  actor: Actor,
  runId: string,
  status: "done" | "stopped",
): Promise<boolean> => {
  const row = await tx.maybe<{ kind: RunKind; red: number; findings: number; done: number }>(sql`
    update check_run
    set status = ${status}, ended_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${runId} and status = 'running'
    returning kind, red, findings, done
  `);
  if (!row) return false;
  const { kind, ...result } = row;
  note(tx, actor, "checkRun", runId, {
    number: runKinds[kind].label,
    action: status === "done" ? "finish" : "stop",
    after: result,
    event: `checkRun.${status}`,
  });
  return true;
};
