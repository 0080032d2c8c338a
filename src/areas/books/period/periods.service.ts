import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { agencyYears } from "#areas/budget/budget.server.ts";
import { accountingPeriod } from "../books.tables.ts";
import { lockBooks } from "../posting/write-entries.service.ts";
import { periodsOf, type Standing } from "./months.model.ts";

const yearsWithout = async (tx: Tx, beginsOn: Day) => {
  const there = new Set(
    (
      await tx.rows<{ id: string }>(sql`
        select distinct fiscal_year_id as id
        from accounting_period
        where org_id = ${tx.scope.orgId}
      `)
    ).map(({ id }) => id),
  );
  return (await agencyYears(tx)).filter((y) => y.startsOn >= beginsOn && !there.has(y.id));
};

/** Makes the periods of the fiscal years from `beginsOn` on that have none yet, each once. */
export const ensurePeriods = async (tx: Tx, beginsOn: Day): Promise<void> => {
  if ((await yearsWithout(tx, beginsOn)).length === 0) return;
  await lockBooks(tx);
  const years = await yearsWithout(tx, beginsOn);
  await insertRows(
    tx,
    accountingPeriod,
    years.flatMap((year) =>
      periodsOf(year).map((period) => ({
        orgId: tx.scope.orgId!,
        id: newId(),
        fiscalYearId: year.id,
        year: year.year,
        ...period,
      })),
    ),
  );
};

/** All periods of an agency in the order of their years and places. */
export const periodsInOrder = (db: Db): Promise<Standing[]> =>
  db.rows<Standing>(sql`
    select p.id, p.fiscal_year_id, p.first_day, p.last_day, p.adjustment, p.status
    from accounting_period p
    where p.org_id = ${db.scope.orgId}
    order by p.year, p.place
  `);
