import { conflict, notFound } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What writes a line's budget; each asks for other circumstances of its year. */
export type Writing = "adopt" | "amend" | "transfer" | "takeBack";

export type Period = {
  id: string;
  year: number;
  status: "planned" | "open" | "closed";
  cycleId: string | null;
  cycle: string | null;
  cycleStatus: string | null;
  adopted: boolean;
};

/** A fiscal year by its number with the cycle that prepares it or adopted it; null where there is none. */
export const periodOfYear = (db: Db, year: number): Promise<Period | null> =>
  db.maybe<Period>(sql`
    select
      y.id, y.year, y.status, c.id as cycle_id, c.number as cycle, c.status as cycle_status,
      c.adopted_at is not null as adopted
    from fiscal_year y
    left join budget_cycle c on c.org_id = y.org_id and c.fiscal_year_id = y.id
    where y.org_id = ${db.scope.orgId} and y.year = ${year}
  `);

/**
 * The same by its id, held until the transaction ends: no cycle begins and no year is closed
 * meanwhile. 404 where there is none.
 */
export const periodOf = async (tx: Tx, fiscalYearId: string): Promise<Period> => {
  // Held before it is read: what another transaction did meanwhile counts.
  const held = await tx.maybe<{ year: number }>(sql`
    select year
    from fiscal_year
    where org_id = ${tx.scope.orgId} and id = ${fiscalYearId}
    for share
  `);
  if (!held) throw notFound("fiscal year");
  return (await periodOfYear(tx, held.year))!;
};

/** Whether a cycle prepares the year and has not adopted it yet: its lines come as proposals. */
export const prepared = (period: Period): boolean => period.cycleId !== null && !period.adopted;

const closed = (year: number) =>
  conflict(
    "year_closed",
    `Fiscal year ${year} is closed; its budget does not change any more. A budget officer can open the year again.`,
  );

/**
 * Refuses what a year does not take: nothing once it is closed, lines only as proposals while a
 * cycle prepares it (what was wrong before is taken back), only amendments once a cycle adopted it.
 */
export const requirePeriod = (period: Period, writing: Writing, byCycle: string | null): void => {
  if (period.status === "closed") throw closed(period.year);
  if (prepared(period) && writing !== "takeBack" && byCycle !== period.cycleId)
    throw conflict(
      "cycle_runs",
      `${period.cycle} prepares fiscal year ${period.year}: its lines come as proposals. Ask for it in the proposal of its department.`,
    );
  if (period.adopted && writing === "adopt" && byCycle !== period.cycleId)
    throw conflict(
      "budget_adopted",
      `${period.cycle} adopted this year's budget: from that day on only amendments change it.`,
    );
  if (writing === "takeBack" && period.status !== "planned")
    throw conflict(
      "year_in_force",
      `The budget of fiscal year ${period.year} is in force: an amendment with its approval takes lines out of it.`,
    );
};
