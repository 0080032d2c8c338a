import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { paDeclaration, paProject, paQuestion } from "../recovery.tables.ts";
import type { answerInput, QuestionInput } from "./question.model.ts";

type Record_ = typeof paQuestion.$inferSelect;
type Owned = Record_ & { ownerId: string | null };
const named = { name: "paQuestion", table: paQuestion };

const daysOf = (q: Owned): DeadlineRecordOf => ({
  id: q.id,
  number: q.number,
  link: "/fema-grants-hub?tab=questions",
  deadlines:
    q.status === "answered"
      ? []
      : [
          {
            key: "answer",
            title: `${q.number} is answered`,
            dueOn: q.dueOn,
            follows: `The day that ${q.askedBy} set.`,
            ownerId: q.ownerId,
            notices: [7, 2, 0],
            byHand: false,
          },
        ],
});
const ownerOf = async (db: Db, declarationId: string) =>
  (await getRow(db, paDeclaration, declarationId, "declaration")).ownerId;

/** The days of all open questions. */
export const allQuestionDays = async (db: Db): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Owned>(sql`
      select q.*, d.owner_id
      from pa_question q
      join pa_declaration d on d.org_id = q.org_id and d.id = q.declaration_id
      where q.org_id = ${db.scope.orgId} and q.status = 'open'
      order by q.id
      limit 5000
    `)
  ).map(daysOf);

// Words without case, marks and spaces: whether a question was asked before.
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

/** Enters a question of state or FEMA. One that was answered before is tied to the earlier answer. */
export const askQuestion = async (tx: Tx, actor: Actor, input: QuestionInput): Promise<Record_> => {
  if (input.dueOn < input.askedOn) throw invalidField("dueOn", "It is due before it was asked.");
  const d = await getRow(tx, paDeclaration, input.declarationId, "declaration");
  if (input.projectId) {
    const p = await getRow(tx, paProject, input.projectId, "project");
    if (p.declarationId !== d.id)
      throw invalidField("projectId", "This project is of another declaration.");
  }
  const earlier = await tx.rows<{ id: string; question: string }>(sql`
    select id, question
    from pa_question
    where org_id = ${d.orgId}
      and declaration_id = ${d.id}
      and project_id is not distinct from ${input.projectId ?? null}::uuid
      and status = 'answered'
    order by answered_on desc
    limit 5000
  `);
  const same = earlier.find((e) => bare(e.question) === bare(input.question));
  const row = await create(tx, actor, named, {
    number: { kind: "RFI" },
    row: {
      ...input,
      projectId: input.projectId ?? null,
      orgId: d.orgId,
      id: newId(),
      earlierId: same?.id ?? null,
    },
  });
  await keepDeadlines(tx, actor, "paQuestion", daysOf({ ...row, ownerId: d.ownerId }));
  return row;
};

/** Answers a question, once, with what proves the delivery. */
export const answerQuestion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: z.output<typeof answerInput>,
  version: number | null,
): Promise<Record_> => {
  const q = await lockRow(tx, paQuestion, id, "question");
  requireVersion(q.version, version);
  if (q.status === "answered") throw conflict("rule", `${q.number} is answered already.`);
  if (said.answeredOn < q.askedOn)
    throw invalidField("answeredOn", "It was answered before it was asked.");
  const after = await updateRow(tx, paQuestion, id, {
    ...said,
    status: "answered",
    answeredBy: actor.personId,
  });
  note(tx, actor, "paQuestion", q, { action: "answer", before: q, after });
  await keepDeadlines(
    tx,
    actor,
    "paQuestion",
    daysOf({ ...after, ownerId: await ownerOf(tx, q.declarationId) }),
  );
  return after;
};
