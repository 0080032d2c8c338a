import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { courseQuestion } from "../training.tables.ts";
import type { AskedQuestion, QuestionInput } from "./course.model.ts";

const purpose = "course-question";
const owner = (orgId: string, id: string) => `${orgId}:${id}:question`;
type Content = Pick<QuestionInput, "text" | "options" | "right">;
type Sealed = { id: string; sealed: string };

const contentOf = (db: Db, { id, sealed }: Sealed): Content =>
  JSON.parse(unseal(purpose, owner(db.scope.orgId!, id), sealed)) as Content;

/** A question as anybody reads it: what is right stays behind. */
const asked = (db: Db, row: Sealed): AskedQuestion => {
  const { text, options, right } = contentOf(db, row);
  return { id: row.id, text, options, several: right.length > 1 };
};

const rowsOf = (db: Db, ids: readonly string[]): Promise<Sealed[]> =>
  db.rows<Sealed>(sql`
    select id, sealed
    from course_question
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);

/** Ids of the questions of a course that may be drawn. */
export const bankOf = async (db: Db, courseId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from course_question
      where org_id = ${db.scope.orgId} and course_id = ${courseId} and active
      order by id
    `)
  ).map(({ id }) => id);

/** Questions as they are asked, in the order of their ids. */
export const questionsOf = async (db: Db, ids: readonly string[]): Promise<AskedQuestion[]> => {
  const rows = new Map((await rowsOf(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => (rows.has(id) ? [asked(db, rows.get(id)!)] : []));
};

/** What is right of questions: for the count behind a submission, and for nothing else. */
export const keysOf = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; right: number[] }[]> =>
  (await rowsOf(db, ids)).map((row) => ({ id: row.id, right: contentOf(db, row).right }));

/** Adds a question to the bank of a course. The record says that, and neither its words nor what is right. */
export const addQuestion = async (
  tx: Tx,
  actor: Actor,
  { courseId, ...content }: QuestionInput,
): Promise<{ id: string }> => {
  const orgId = tx.scope.orgId!;
  const known = await tx.maybe(sql`
    select 1
    from training_course
    where org_id = ${orgId} and definition_id = ${courseId}
    limit 1
  `);
  if (!known) throw notFound("course");
  const id = newId();
  const sealed = seal(purpose, owner(orgId, id), JSON.stringify(content));
  await insertRow(tx, courseQuestion, { orgId, id, courseId, sealed });
  note(tx, actor, "courseQuestion", id, {
    ...{ number: "A question", action: "add", after: { courseId }, event: null },
  });
  return { id };
};

/** Takes a question out of the bank; attempts that drew it keep it. 404. */
export const dropQuestion = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  await lockRow(tx, courseQuestion, id, "question");
  await updateRow(tx, courseQuestion, id, { active: false });
  note(tx, actor, "courseQuestion", id, {
    ...{ number: "A question", action: "drop", event: null },
  });
  return { id };
};
