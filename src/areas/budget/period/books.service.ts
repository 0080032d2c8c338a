import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** From which day an agency keeps its general ledger, and through which day its periods are closed. */
export type Books = { beginsOn: Day; closedThrough: Day | null };

/** The books of the scope's agency; null where it keeps none. */
export const booksOf = (db: Db): Promise<Books | null> =>
  db.maybe<Books>(
    sql`select begins_on, closed_through from general_ledger where org_id = ${db.scope.orgId}`,
  );

/** Has an agency keep its books from a day on; false where it keeps them already. */
export const beginBooks = async (tx: Tx, beginsOn: Day): Promise<boolean> =>
  (await tx.maybe(sql`
    insert into general_ledger (org_id, begins_on)
    values (${tx.scope.orgId}, ${beginsOn})
    on conflict
    do nothing
    returning org_id
  `)) !== null;

/**
 * Sets the day through which the periods are closed; null where none is. Waits for whoever writes on a
 * day behind it now.
 */
export const setClosedThrough = async (tx: Tx, through: Day | null): Promise<void> => {
  await tx.rows(sql`
    update general_ledger
    set closed_through = ${through}, version = version + 1
    where org_id = ${tx.scope.orgId}
    returning org_id
  `);
};

// Held until the transaction ends, so that no period is closed between the look and the writing.
const closedThrough = async (tx: Tx): Promise<Day | null> =>
  (
    await tx.maybe<{ closedThrough: Day | null }>(sql`
      select closed_through
      from general_ledger
      where org_id = ${tx.scope.orgId}
      for share
    `)
  )?.closedThrough ?? null;

/**
 * The day on which a document of `day` is posted: the day itself, or the first one behind the periods
 * that are closed by now.
 */
export const postingDay = async (tx: Tx, day: Day): Promise<Day> => {
  const through = await closedThrough(tx);
  return through && day <= through ? addDays(through, 1) : day;
};

/** Refuses a day of a closed period: 409 `period_closed`, with the first day that is open. */
export const requireOpenDay = async (tx: Tx, day: Day): Promise<void> => {
  const through = await closedThrough(tx);
  if (through && day <= through)
    throw conflict(
      "period_closed",
      `The books are closed through ${formatDate(through)}. Enter ${formatDate(addDays(through, 1))} or a later day, or have the period reopened.`,
    );
};
