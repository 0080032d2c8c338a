import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "../app.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { allClosings, type ClosedKind, type Closing } from "./closing.ts";

/** Something that a restore closed, and what became of it. */
export type Question = {
  id: string;
  kind: ClosedKind;
  subjectId: string;
  name: string;
  madeAt: Instant;
  told: string | null;
  toldBy: string | null;
  toldAt: Instant | null;
  before: Record<string, unknown>;
  answer: "opened" | "kept" | null;
  reason: string;
  answeredAt: Instant | null;
  answeredBy: string | null;
};

const columns = sql`
  
    q.id, q.kind, q.subject_id, q.name, q.made_at, q.told, q.told_by, q.told_at, q.before, q.answer,
    q.reason, q.answered_at, q.answered_by
`;

/**
 * Questions of the scope's agency: what waits first, whatever restore closed it, told before untold,
 * and what was answered since the newest one.
 */
export const readQuestions = (db: Db, most: number): Promise<Question[]> =>
  db.rows<Question>(sql`
    select ${columns}
    from restore_question q
    where q.org_id = ${db.scope.orgId}
      and q.made_at = (select r.made_at from restore_report r where r.org_id = q.org_id)
    order by q.answer is not null, q.told is null, q.kind, q.name, q.id
    limit ${most}
  `);

/** How many things of the scope's agency wait for a word since a restore. */
export const countQuestions = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from restore_question
      where org_id = ${db.scope.orgId} and answer is null
    `)
  ).n;

/** What the last restore found out of the scope's agency; null where it was never restored. */
export type Report = {
  madeAt: Instant;
  restoredAt: Instant;
  evidence: "none" | "checkpoint" | "bundle";
  toldUntil: Instant | null;
  lost: number;
};
export const readReport = (db: Db): Promise<Report | null> =>
  db.maybe<Report>(sql`
    select made_at, restored_at, evidence, told_until, lost
    from restore_report
    where org_id = ${db.scope.orgId}
  `);

/** Agencies that a restore closed to a person until an administrator answers. For `identityDb`. */
export const closedTo = (
  db: Db,
  personId: string,
): Promise<{ orgId: string; agency: string; timeZone: string; madeAt: Instant; told: boolean }[]> =>
  db.rows(sql`
    select q.org_id, o.name as agency, o.time_zone, q.made_at, q.told is not null as told
    from restore_question q
    join organization o on o.id = q.org_id
    where q.kind = 'member' and q.subject_id = ${personId} and q.answer is null
    order by o.name
  `);

/** How long whoever comes back reads that sessions ended by a restore. */
const toldForDays = 14;

/**
 * The backup that this installation was restored from lately, with the time zone of an agency of the
 * person, else of the one that runs the installation; null where it was not. For `identityDb`.
 */
export const restoredLately = (
  db: Db,
  personId: string | null,
): Promise<{ madeAt: Instant; timeZone: string } | null> =>
  db.maybe(sql`
    select
      r.made_at,
      (
        select o.time_zone
        from organization o
        order by
          exists (
            select 1 from organization_member m where m.org_id = o.id and m.person_id = ${personId}
          ) desc,
          o.created_at, o.id
        limit 1
      ) as time_zone
    from restore_report r
    where r.restored_at > clock_timestamp() - make_interval(days => ${toldForDays}::int)
    order by r.restored_at desc
    limit 1
  `);

type Answering = { ids: readonly string[]; answer: "opened" | "kept"; reason: string };

const refuse = (actor: Actor, one: Question, closing: Closing, { answer }: Answering): void => {
  if (one.answer !== null)
    throw conflict(
      "answered",
      `${one.name}: it was ${one.answer === "kept" ? "kept closed" : "opened"} already.`,
    );
  if (one.kind === "member" && one.subjectId === actor.personId)
    throw notAllowed("Another administrator answers about you.", "own_access");
  if (answer === "opened" && one.told !== null && closing.final)
    throw conflict("told_for_good", `${one.name}: ${closing.final}`);
};

const answerOne = async (
  app: App,
  tx: Tx,
  actor: Actor,
  one: Question,
  answering: Answering,
): Promise<string | null> => {
  const closing = allClosings().find(({ kind }) => kind === one.kind)!;
  refuse(actor, one, closing, answering);
  const { answer, reason } = answering;
  const waits =
    answer === "opened"
      ? await closing.open(tx, actor, { ...one, told: one.told !== null, reason }, app)
      : null;
  await tx.rows(sql`
    update restore_question
    set
      answer = ${answer}, reason = ${reason}, answered_at = clock_timestamp(),
      answered_by = ${actor.name}
    where org_id = ${actor.orgId} and id = ${one.id}
  `);
  return waits && `${one.name}: ${waits}`;
};

/**
 * Opens again what a restore closed, as it stood at the backup, or keeps it closed; all of them or none.
 * Gives what still waits for somebody else.
 * @throws Problem 404, 409 `answered` | `told_for_good` and what opening refuses, 403 `own_access`, 422
 * without a reason to open what was taken.
 */
export const answerQuestions = async (
  app: App,
  tx: Tx,
  actor: Actor,
  answering: Answering,
): Promise<string[]> => {
  const found = await tx.rows<Question>(sql`
    select ${columns}
    from restore_question q
    where q.org_id = ${actor.orgId} and q.id = any(${[...answering.ids]}::uuid[])
    order by q.id
    for update
  `);
  if (found.length !== new Set(answering.ids).size) throw notFound("question of the restore");
  if (answering.answer === "opened" && !answering.reason && found.some(({ told }) => told !== null))
    throw invalidField(
      "reason",
      "Say why it is opened again though it was taken after the backup.",
    );
  const waits: string[] = [];
  for (const one of found) {
    const waiting = await answerOne(app, tx, actor, one, answering);
    if (waiting) waits.push(waiting);
  }
  return waits;
};
