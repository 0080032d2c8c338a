import { z } from "zod";
import { actionsInTime } from "#areas/assets/assets.server.ts";
import { firstPassInvoices } from "#areas/finance/finance.server.ts";
import { daysFromNeedToOrder, rejectedGoods } from "#areas/procurement/procurement.server.ts";
import { linesInFull } from "#areas/vendors/vendors.server.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { oneAs, rowsAs } from "#server/db/read-as.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { MeasuredRecords } from "#server/measured.ts";
import { measures, type MeasureName, type Period } from "./measures.labels.ts";
import { periodEnd } from "./period.model.ts";
import type { ChartPoint } from "./words.model.ts";

// The areas whose records they are say which of them count; what is reckoned of them stands here.
const records: Record<MeasureName, MeasuredRecords> = {
  firstPass: firstPassInvoices,
  inFull: linesInFull,
  needToOrder: daysFromNeedToOrder,
  rejected: rejectedGoods,
  actionsInTime,
};

const recordsOf = (db: Db, measure: MeasureName, from: Day, to: Day): Sql =>
  records[measure]({ orgId: db.scope.orgId!, from, to, zone: db.scope.timeZone ?? "UTC" });

const factorOf = (measure: MeasureName): number => (measures[measure].unit === "percent" ? 100 : 1);

const pointRow = z.object({ on: dayField, value: z.number(), records: z.number() });

/** So many periods are read at the most: five years of weeks. */
const mostPeriods = 270;

/**
 * Values of a measure between two days by month or week, counted from the records as they are now. A period
 * without any record has none.
 */
export const pointsOf = (
  db: Db,
  { measure, period }: { measure: MeasureName; period: Period },
  from: Day,
  to: Day,
): Promise<ChartPoint[]> =>
  rowsAs(
    db,
    pointRow,
    sql`
      select
        date_trunc(${period}, r.day::timestamp)::date as on,
        round(${factorOf(measure)}::numeric * sum(r.part) / sum(r.whole), 4)::float8 as value,
        count(*)::int as records
      from (${recordsOf(db, measure, from, to)}) r
      group by 1
      having sum(r.whole) > 0
      order by 1
      limit ${mostPeriods}
    `,
  );

const itemRow = z.object({
  id: z.string(),
  number: z.string(),
  said: z.string(),
  day: dayField,
  part: z.number(),
  whole: z.number(),
});
const sumRow = z.object({ value: z.number().nullable(), records: z.number() });

/** So many records of a value are shown; the list behind it has the rest. */
const mostShown = 200;

/** The records behind the value of the period that begins on a day, at most 200, those that lower it first. */
export const recordsBehind = async (
  db: Db,
  { measure, period }: { measure: MeasureName; period: Period },
  from: Day,
) => {
  const to = periodEnd(period, from);
  const lower = measures[measure].direction === "at_least";
  const worst = lower ? sql`r.part / nullif(r.whole, 0)` : sql`-r.part / nullif(r.whole, 0)`;
  const [items, sum] = await Promise.all([
    rowsAs(
      db,
      itemRow,
      sql`
        select r.id, r.number, r.said, r.day, r.part::float8 as part, r.whole::float8 as whole
        from (${recordsOf(db, measure, from, to)}) r
        order by ${worst}, r.day, r.number
        limit ${mostShown}
      `,
    ),
    oneAs(
      db,
      sumRow,
      sql`
        select
          round(
            ${factorOf(measure)}::numeric * sum(r.part) / nullif(sum(r.whole), 0), 4
          )::float8 as value,
          count(*)::int as records
        from (${recordsOf(db, measure, from, to)}) r
      `,
    ),
  ]);
  return { from, to, ...sum, items };
};
