import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { type AuditActor } from "#server/audit/audit.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { buyersOf } from "./solicitation.noun.ts";
import { requireOpen } from "./solicitation.service.ts";
import { solicitation, solicitationQuestion } from "./solicitation.tables.ts";
import { tellSolicitation } from "./publication.service.ts";

export type QuestionRecord = typeof solicitationQuestion.$inferSelect;

// Whoever reads the record before the opening must not learn who is interested: the entry names
// nobody. The row keeps who asked.
const hidden = (orgId: string): AuditActor => ({
  orgId,
  personId: null,
  sessionId: null,
  name: "A vendor",
});

/**
 * A vendor asks while questions are taken; everybody will read question and answer, nobody who
 * asked. 409 when it is too late.
 */
export const askQuestion = async (
  tx: Tx,
  vendor: ActingVendor,
  personId: string,
  id: string,
  question: string,
): Promise<QuestionRecord> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  const now = await databaseNow(tx);
  requireOpen(row, now);
  if (
    row.status === "questions_closed" ||
    (row.questionsUntil && new Date(row.questionsUntil) <= now)
  )
    throw conflict(
      "questions_closed",
      "Questions are no longer taken. What the agency answers still appears here.",
    );
  const { n } = await tx.one<{ n: number }>(sql`
    select coalesce(max(question_no), 0)::int + 1 as n
    from solicitation_question
    where org_id = ${row.orgId} and solicitation_id = ${id}
  `);
  const asked = await insertRow(tx, solicitationQuestion, {
    orgId: row.orgId,
    id: newId(),
    solicitationId: id,
    questionNo: n,
    identityId: vendor.identityId,
    askedBy: personId,
    question,
  });
  note(tx, hidden(row.orgId), "solicitation", row, {
    action: "ask",
    after: { question: n, text: question },
  });
  notify(tx, await buyersOf(tx, row), {
    kind: "solicitation",
    title: `A question on ${row.number}`,
    body: question.slice(0, 300),
    link: `/rfq-builder/${id}?tab=questions`,
  });
  return asked;
};

/**
 * Answers a question for everybody, or declines it (then only whoever asked sees why). An answer
 * may be mended until the deadline. 404, 409.
 */
export const answerQuestion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  questionId: string,
  answer: string,
  declined: boolean,
  addendumNo: number | null = null,
): Promise<QuestionRecord> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  requireOpen(row, await databaseNow(tx));
  const before = await tx.maybe<QuestionRecord>(sql`
    select *
    from solicitation_question
    where org_id = ${actor.orgId} and solicitation_id = ${id} and id = ${questionId}
    for update
  `);
  if (!before) throw notFound("question");
  const after = await tx.one<QuestionRecord>(sql`
    update solicitation_question
    set
      answer = ${answer}, declined = ${declined}, answered_by = ${actor.personId},
      answered_at = clock_timestamp(), addendum_no = coalesce(${addendumNo}::int, addendum_no),
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${questionId}
    returning *
  `);
  note(tx, actor, "solicitation", row, {
    action: "answer",
    before: { question: before.questionNo, answer: before.answer },
    after: { question: after.questionNo, answer, declined },
  });
  if (!declined) await tellSolicitation(tx, actor, row, "answered");
  return after;
};
