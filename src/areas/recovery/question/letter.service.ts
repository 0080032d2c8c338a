import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { groupBy } from "#kernel/group.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paAppealLetter } from "../proof.tables.ts";
import { paAppeal } from "../recovery.tables.ts";
import { letterKinds } from "./appeal.labels.ts";
import type { Letter, LetterInput } from "./question.model.ts";

type Record_ = typeof paAppealLetter.$inferSelect;

/** Letters of appeals with the number of the appeal in which each came, the oldest first. */
export const lettersOf = (db: Db, appealIds: readonly string[]): Promise<Letter[]> =>
  db.rows<Letter>(sql`
    select
      l.id, l.kind, l.sender, l.dated_on, l.sent_on, l.received_on, l.due_on, l.answered_on,
      l.subject, a.number as appeal
    from pa_appeal_letter l
    join pa_appeal a on a.org_id = l.org_id and a.id = l.appeal_id
    where l.org_id = ${db.scope.orgId} and l.appeal_id = any(${[...appealIds]}::uuid[])
    order by l.dated_on, l.created_at, l.id
    limit 500
  `);

/** The newest letter of decision on an appeal, or null. */
export const decisionOf = (db: Db, appealId: string): Promise<Record_ | null> =>
  db.maybe<Record_>(sql`
    select *
    from pa_appeal_letter
    where org_id = ${db.scope.orgId} and appeal_id = ${appealId} and kind = 'decision'
    order by dated_on desc, created_at desc, id
    limit 1
  `);

/** Requests for information that nobody answered yet, by their appeal. */
export const openRequests = async (
  db: Db,
  appealIds: readonly string[],
): Promise<ReadonlyMap<string, Record_[]>> => {
  const rows = await db.rows<Record_>(sql`
    select *
    from pa_appeal_letter
    where org_id = ${db.scope.orgId}
      and appeal_id = any(${[...appealIds]}::uuid[])
      and kind = 'request'
      and answered_on is null
    order by due_on, id
    limit 5000
  `);
  return groupBy(rows, (row) => row.appealId);
};

const checkDays = (tx: Tx, input: LetterInput): void => {
  const today = businessDate(tx.scope);
  for (const name of ["datedOn", "sentOn", "receivedOn"] as const) {
    const day = input[name];
    if (day && day > today) throw invalidField(name, "This day has not come yet.");
    if (day && day < input.datedOn)
      throw invalidField(name, "It was neither sent nor received before its date.");
  }
  if (input.kind === "request" && !input.dueOn)
    throw invalidField("dueOn", "Enter until when it is answered.");
  if (input.kind !== "request" && input.dueOn)
    throw invalidField("dueOn", "Only a request for information is answered by a day.");
  if (input.dueOn && input.dueOn < input.datedOn)
    throw invalidField("dueOn", "It is due before it was written.");
};

/**
 * Records a letter of FEMA, the recipient or the Board in an appeal, also after its decision: the next
 * level runs from it. 404, 422 at the day.
 */
export const recordLetter = async (
  tx: Tx,
  actor: Actor,
  appealId: string,
  input: LetterInput,
): Promise<Record_> => {
  const a = await lockRow(tx, paAppeal, appealId, "appeal");
  checkDays(tx, input);
  const row = await insertRow(tx, paAppealLetter, {
    ...input,
    orgId: a.orgId,
    id: newId(),
    appealId,
    recordedBy: actor.personId,
  });
  note(tx, actor, "paAppeal", a, {
    action: "letter",
    after: { letter: letterKinds[row.kind], ...input },
  });
  return row;
};

/** Says when a request for information was answered. 404, 409 once it is, 422 at the day. */
export const answerLetter = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answeredOn: string,
): Promise<Record_> => {
  const letter = await lockRow(tx, paAppealLetter, id, "letter");
  if (letter.kind !== "request")
    throw conflict("rule", "Only a request for information is answered.");
  if (letter.answeredOn) throw conflict("rule", "This request is answered already.");
  if (answeredOn > businessDate(tx.scope))
    throw invalidField("answeredOn", "This day has not come yet.");
  if (answeredOn < letter.datedOn)
    throw invalidField("answeredOn", "It was answered before it was written.");
  const a = await getRow(tx, paAppeal, letter.appealId, "appeal");
  note(tx, actor, "paAppeal", a, {
    action: "answerLetter",
    after: { subject: letter.subject, answeredOn },
  });
  return updateRow(tx, paAppealLetter, id, { answeredOn });
};
