import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Row = { status: string; endsAt: Instant | null; endedAt: Instant | null; headline: string };
const locked = async (tx: Tx, id: string): Promise<Row> => {
  const row = await tx.maybe<Row>(sql`
    select status, ends_at, ended_at, headline
    from weather_alert
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  if (!row) throw notFound("weather alert");
  return row;
};

/**
 * Ends a warning that names no end, for this agency alone: its issuer's next message about the event
 * stands again. @throws Problem 404, 409 for one that is not in force or says itself when it ends.
 */
export const endHere = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ id: string }> => {
  const row = await locked(tx, id);
  if (row.status !== "active" || row.endedAt)
    throw conflict("not_in_force", "This warning is not in force any more.");
  if (row.endsAt)
    throw conflict("ends_itself", "This warning says when it ends. Its issuer ends it earlier.");
  await tx.rows(sql`
    update weather_alert
    set
      ended_at = clock_timestamp(), ended_by = ${actor.personId}, end_reason = ${reason},
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "weatherAlert", id, {
    number: row.headline,
    action: "end",
    after: { reason },
  });
  return { id };
};

/** Lets a warning that was ended here hold again. @throws Problem 404, 409 for one that was not. */
export const holdAgain = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const row = await locked(tx, id);
  if (!row.endedAt) throw conflict("not_ended_here", "Nobody ended this warning here.");
  await tx.rows(sql`
    update weather_alert
    set
      ended_at = null, ended_by = null, end_reason = '', version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "weatherAlert", id, { number: row.headline, action: "holdAgain" });
  return { id };
};
