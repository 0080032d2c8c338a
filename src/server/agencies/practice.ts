import type { Database, Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

const mostKept = 5000;
const kept = new WeakMap<Database, Map<string, Promise<boolean>>>();

const read = async (database: Database, orgId: string): Promise<boolean> =>
  (
    await database
      .read({ orgId, personId: null })
      .one<{ practice: boolean }>(sql`select levee_is_practice(${orgId}) as practice`)
  ).practice;

/** Whether an agency is a copy for practice: it is from its first moment to its last, so it is read once. */
export const isPractice = (database: Database, orgId: string): Promise<boolean> => {
  const shelf = kept.get(database) ?? new Map<string, Promise<boolean>>();
  kept.set(database, shelf);
  const hit = shelf.get(orgId);
  if (hit) return hit;
  const answer = read(database, orgId);
  answer.catch(() => shelf.delete(orgId));
  if (shelf.size >= mostKept) shelf.clear();
  shelf.set(orgId, answer);
  return answer;
};

/** Every line begins so: no bank's program reads a record behind it. */
const voidLine = "VOID PRACTICE COPY ";

/**
 * The text of a file for a bank as it is handed out: as it is, and in a copy for practice with VOID
 * before every line, so that no bank takes it.
 */
export const bankText = async (db: Db, text: string): Promise<string> => {
  const { practice } = await db.one<{ practice: boolean }>(
    sql`select levee_is_practice(${db.scope.orgId}) as practice`,
  );
  return practice ? text.replace(/^(?=.)/gm, voidLine) : text;
};
