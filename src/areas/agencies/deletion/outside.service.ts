import type pg from "pg";
import type { Deleting } from "./rows.service.ts";

// The steps are functions of the database, which the role may call and nobody else.
const scoped = async (
  client: pg.ClientBase,
  orgId: string,
  step: string,
  values: readonly string[] = [],
) => {
  await client.query("begin");
  try {
    await client.query("select set_config('levee.org', $1, true)", [orgId]);
    await client.query(`select ${step}`, [...values]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};

/** Writes down who works in the agency, before its members go. */
export const notePeople = (client: pg.ClientBase, { subjectId }: Deleting): Promise<void> =>
  scoped(client, subjectId, "levee_note_people()");

const emptyQueue = async (client: pg.ClientBase, orgId: string): Promise<void> => {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.job') is not null as there",
  );
  if (rows[0]!.there)
    await client.query("delete from pgboss.job where data ->> 'orgId' = $1", [orgId]);
};

const peopleOf = async (client: pg.ClientBase, orgId: string): Promise<string[]> =>
  (
    await client.query<{ people: string[] }>(
      "select people from agency_deletion where subject_id = $1",
      [orgId],
    )
  ).rows[0]?.people ?? [];

/** People who belong nowhere else: nothing refers to them any more, and they act for no company. */
const deletePeople = async (client: pg.ClientBase, orgId: string): Promise<void> => {
  for (const id of await peopleOf(client, orgId))
    try {
      await scoped(client, orgId, "levee_delete_person($1)", [id]);
    } catch (error) {
      // Another agency's record names them.
      if ((error as { code?: string }).code !== "23503") throw error;
    }
};

/** Takes the agency out of what is nobody's: sessions, limits, kept answers, the queue, and people. */
export const deleteOutside = async (
  client: pg.ClientBase,
  { subjectId }: Deleting,
): Promise<void> => {
  await scoped(client, subjectId, "levee_forget_agency()");
  await emptyQueue(client, subjectId);
  await deletePeople(client, subjectId);
};

/** The agency's own row, the last of all. */
export const deleteAgency = (client: pg.ClientBase, { subjectId }: Deleting): Promise<void> =>
  scoped(client, subjectId, "levee_delete_agency()");
