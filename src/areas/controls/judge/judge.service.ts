import { createHash } from "node:crypto";
import { systemActor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import type { ControlAnswer } from "#kernel/control.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import {
  judgeFacts,
  type ControlHead,
  type ControlSubject,
  type Judged,
} from "#server/controls/control-checks.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { checkOf } from "../control/own.service.ts";
import { controlsInForce, type InForce } from "../control/control.service.ts";
import { controlResult } from "../controls.tables.ts";
import type { Answered, Cause } from "./answered.ts";
import { settleFailures } from "../failure/settle.service.ts";

/** What an answer follows from, as its digest: the same content gives the same digest for ever. */
const digestOf = (versionId: string, { binding, day, rules, facts }: Judged): string =>
  createHash("sha256")
    .update(canonicalJson({ versionId, binding, day, rules: rules.map(({ id }) => id), facts }))
    .digest("hex");

type Standing = { subjectId: string; part: number; answer: ControlAnswer; digest: string };

const standingsOf = (tx: Tx, controlId: string, ids: readonly string[]): Promise<Standing[]> =>
  tx.rows<Standing>(sql`
    select subject_id, part, answer, digest
    from control_standing
    where org_id = ${tx.scope.orgId}
      and control_id = ${controlId}
      and subject_id = any(${[...ids]}::uuid[])
  `);

const keyOf = ({ subjectId, part }: { subjectId: string; part: number }) => `${subjectId} ${part}`;

const judgeBy = async (
  tx: Tx,
  control: InForce,
  heads: ReadonlyMap<string, ControlHead>,
  ids: readonly string[],
): Promise<Answered[]> => {
  const check = checkOf(control);
  if (!check) return [];
  const [read, standings] = await Promise.all([
    check.read(tx, ids),
    standingsOf(tx, control.controlId, ids),
  ]);
  const stood = new Map(standings.map((s) => [keyOf(s), s]));
  return read.flatMap((judged) => {
    const head = heads.get(judged.subjectId);
    const digest = digestOf(control.versionId, judged);
    if (!head || stood.get(keyOf(judged))?.digest === digest) return [];
    const verdict = judgeFacts(check, judged.facts);
    return [{ control, head, judged, verdict, digest, resultId: newId() }];
  });
};

const keepResults = (tx: Tx, answered: readonly Answered[], cause: Cause): Promise<void> =>
  insertRows(
    tx,
    controlResult,
    answered.map(({ control, head, judged, verdict, digest, resultId }) => ({
      orgId: tx.scope.orgId!,
      id: resultId,
      controlId: control.controlId,
      versionId: control.versionId,
      subjectType: checkOf(control)!.subject,
      subjectId: judged.subjectId,
      part: judged.part,
      subjectNumber: head.number,
      answer: verdict.answer,
      said: verdict.said,
      day: judged.day,
      facts: judged.facts,
      digest,
      rules: [...judged.rules],
      shown: [...judged.shown],
      cause,
    })),
  );

const keepStandings = (tx: Tx, answered: readonly Answered[]) =>
  tx.rows(sql`
    insert into control_standing (
      org_id, control_id, subject_type, subject_id, part, result_id, answer, digest, turns_on
    )
    select
      ${tx.scope.orgId}, control_id, subject_type, subject_id, part, result_id, answer, digest,
      turns_on
    from jsonb_to_recordset(${JSON.stringify(
      answered.map(({ control, judged, verdict, digest, resultId }) => ({
        control_id: control.controlId,
        subject_type: checkOf(control)!.subject,
        subject_id: judged.subjectId,
        part: judged.part,
        result_id: resultId,
        answer: verdict.answer,
        digest,
        turns_on: verdict.turnsOn ?? null,
      })),
    )}::jsonb) as s (
      control_id uuid, subject_type text, subject_id uuid, part int, result_id uuid, answer text,
      digest text, turns_on date
    )
    on conflict (org_id, control_id, subject_id, part)
    do update set
      result_id = excluded.result_id, answer = excluded.answer, digest = excluded.digest,
      turns_on = excluded.turns_on
  `);

// Two passes over the same records would keep each answer twice: one agency is judged by one at a time.
const inTurn = (tx: Tx) =>
  tx.rows(sql`select pg_advisory_xact_lock(71051, hashtext(${tx.scope.orgId}::text))`);

/**
 * Judges records of a subject by every control in force: keeps each answer whose facts, law or control
 * are new, and opens, closes and reopens failures by it. Gives how many answers are new.
 */
export const judgeRecords = async (
  tx: Tx,
  subject: ControlSubject,
  ids: readonly string[],
  cause: Cause,
): Promise<number> => {
  if (ids.length === 0) return 0;
  await inTurn(tx);
  const mine = (await controlsInForce(tx)).filter(
    (control) => checkOf(control)?.subject === subject.noun,
  );
  if (mine.length === 0) return 0;
  const heads = new Map((await subject.heads(tx, ids)).map((head) => [head.id, head]));
  const answered = (
    await Promise.all(mine.map((control) => judgeBy(tx, control, heads, ids)))
  ).flat();
  await keepResults(tx, answered, cause);
  if (answered.length > 0) await keepStandings(tx, answered);
  const told = cause === "record" || cause === "time" || cause === "asked";
  await settleFailures(tx, systemActor(tx.scope.orgId!), answered, told);
  return answered.length;
};

/** Records whose answer time alone may have turned by a day, by their kind. */
export const turnedBy = (tx: Tx, day: Day, limit: number) =>
  tx.rows<{ subjectType: string; subjectId: string }>(sql`
    select distinct subject_type, subject_id
    from control_standing
    where org_id = ${tx.scope.orgId} and turns_on <= ${day}
    limit ${limit}
  `);
