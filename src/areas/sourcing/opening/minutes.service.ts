import type { Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { solicitation } from "../solicitation/solicitation.tables.ts";
import type { Minutes, TabulationRow } from "./opening.model.ts";
import type { opening } from "./opening.tables.ts";

type Ended = { withdrawn: number; superseded: number; refused: number };

/**
 * The minutes of a sitting from what was recorded: who was there, who gave which shares, what
 * opened in which order, what was withdrawn or refused before.
 */
export const writeMinutes = async (
  tx: Tx,
  row: typeof solicitation.$inferSelect,
  sitting: typeof opening.$inferSelect,
  rows: TabulationRow[],
  doneAt: Instant,
): Promise<Minutes> => {
  const [{ agency }, present, shares, ended] = await Promise.all([
    tx.one<{ agency: string }>(
      sql`select name as agency from organization where id = ${row.orgId}`,
    ),
    tx.rows<Minutes["present"][number]>(sql`
      select name, joined_at as at, officer
      from opening_attendance
      where org_id = ${row.orgId} and opening_id = ${sitting.id}
      order by joined_at
    `),
    tx.rows<Minutes["shares"][number]>(sql`
      select
        name, x, count(*)::int as given, (count(*) filter (where not good))::int as wrong,
        max(given_at) as last_at
      from opening_share
      where org_id = ${row.orgId} and opening_id = ${sitting.id}
      group by name, x
      order by x
    `),
    tx.one<Ended>(sql`
      select
        (count(*) filter (where kind = 'withdrawn'))::int as withdrawn,
        (count(*) filter (where kind = 'superseded'))::int as superseded,
        (count(*) filter (where kind = 'refused'))::int as refused
      from bid_event
      where org_id = ${row.orgId} and solicitation_id = ${row.id}
    `),
  ]);
  return {
    agency,
    number: row.number,
    title: row.title,
    stage: sitting.stage,
    protection: row.protection,
    dueAt: row.dueAt!,
    beganAt: sitting.beganAt!,
    doneAt,
    present,
    shares,
    rows,
    ...ended,
  };
};
