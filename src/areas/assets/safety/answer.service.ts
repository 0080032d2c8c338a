import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { questions, type AnswersGiven } from "./classify.model.ts";
import type { answerInput } from "./safety.model.ts";
import { safetyAnswer, safetyCase } from "./safety.tables.ts";

export type AnswerKept = {
  question: string;
  answer: boolean;
  reason: string;
  by: string | null;
  at: Instant;
};

/** The newest answer to each question of a case. */
export const answersOf = (db: Pick<Db, "rows" | "scope">, caseId: string): Promise<AnswerKept[]> =>
  db.rows<AnswerKept>(sql`
    select
      distinct on (a.question) a.question, a.answer, a.reason, p.display_name as by,
      a.answered_at as at
    from safety_answer a
    left join person p on p.id = a.answered_by
    where a.org_id = ${db.scope.orgId} and a.case_id = ${caseId}
    order by a.question, a.answered_at desc, a.id desc
  `);

export const givenOf = (answers: readonly AnswerKept[]): AnswersGiven =>
  Object.fromEntries(answers.map(({ question, answer }) => [question, answer]));

/** Answers a question of the classification, with the reason; an earlier answer stays beside it. */
export const answerQuestion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { question, answer, reason }: z.output<typeof answerInput>,
): Promise<{ id: string }> => {
  const known = questions.find((one) => one.key === question);
  if (!known) throw invalidField("question", "There is no such question.");
  const row = await lockRow(tx, safetyCase, id, "safety case");
  if (row.status !== "investigating")
    throw conflict("not_in_this_status", "Questions are answered while the case is investigated.");
  const made = await insertRow(tx, safetyAnswer, {
    orgId: row.orgId,
    id: newId(),
    caseId: id,
    question,
    answer,
    reason,
    citation: known.citation,
    answeredBy: actor.personId,
  });
  // The reason stands with the answer, not here: it may say what only some may read.
  note(tx, actor, "safetyCase", row, {
    action: "answer",
    after: { question, answer, citation: known.citation },
  });
  return { id: made.id };
};
