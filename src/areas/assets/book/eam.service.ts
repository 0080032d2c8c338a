import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { changesByAsset } from "./book.service.ts";
import { bookAt, costAt, type BookChange } from "./depreciation.model.ts";
import type { EamAnswer } from "./eam.model.ts";

const matrixOf = (db: Db) =>
  db.rows<EamAnswer["matrix"][number]>(sql`
    select
      condition,
      case
        when consequence is null or likelihood is null then 'unknown'
        when consequence * likelihood >= 15 then 'high'
        when consequence * likelihood >= 6 then 'medium'
        else 'low'
      end as band,
      count(*)::int as assets
    from asset
    where org_id = ${db.scope.orgId} and status in ('in_service', 'out_of_service')
    group by 1, 2
    order by 1 nulls last, 2
  `);

type Work = Pick<EamAnswer, "openWork" | "lateWork" | "onHold" | "backlogMinutes" | "unestimated">;
const workOf = (db: Db, today: string) =>
  db.one<Work>(sql`
    select
      count(*)::int as open_work,
      (count(*) filter (where due_on < ${today}::date))::int as late_work,
      (count(*) filter (where status = 'on_hold'))::int as on_hold,
      coalesce(sum(estimate_minutes), 0)::int as backlog_minutes,
      (count(*) filter (where estimate_minutes is null))::int as unestimated
    from work_order
    where org_id = ${db.scope.orgId} and status not in ('completed', 'closed', 'cancelled')
  `);

const standingOf = (db: Db, today: string) =>
  db.one<Pick<EamAnswer, "warrantiesEnding" | "outOfService">>(sql`
    select
      (
        count(*) filter (where warranty_until between ${today}::date and ${today}::date + 90)
      )::int as warranties_ending,
      (count(*) filter (where status = 'out_of_service'))::int as out_of_service
    from asset
    where org_id = ${db.scope.orgId} and status in ('in_service', 'out_of_service')
  `);

type Booked = {
  id: string;
  assetId: string;
  name: string;
  costCents: number | null;
  salvageCents: number;
  lifeMonths: number | null;
  inServiceOn: string | null;
};
const mostBooked = 100_000;
const bookedOf = (db: Db) =>
  db.rows<Booked>(sql`
    select
      c.id, c.name, a.id as asset_id, a.cost_cents, a.salvage_cents, a.life_months, a.in_service_on
    from asset a
    join asset_class c on c.org_id = a.org_id and c.id = a.class_id
    where a.org_id = ${db.scope.orgId} and a.status in ('in_service', 'out_of_service')
    order by c.name
    limit ${mostBooked}
  `);

const classesOf = (
  rows: readonly Booked[],
  changesOf: ReadonlyMap<string, BookChange[]>,
  today: string,
): EamAnswer["classes"] => {
  const byClass = new Map<string, EamAnswer["classes"][number]>();
  for (const row of rows) {
    const sums = byClass.get(row.id) ?? {
      id: row.id,
      name: row.name,
      assets: 0,
      costCents: 0,
      depreciatedCents: 0,
      bookCents: 0,
      unpriced: 0,
    };
    byClass.set(row.id, sums);
    sums.assets += 1;
    if (row.costCents === null) sums.unpriced += 1;
    else {
      const { costCents, salvageCents, lifeMonths, inServiceOn } = row;
      const changes = changesOf.get(row.assetId) ?? [];
      const book =
        lifeMonths && inServiceOn
          ? { costCents, salvageCents, lifeMonths, inServiceOn, changes }
          : null;
      const cost = book ? costAt(book, today) : costCents;
      const used = book ? bookAt(book, today).depreciatedCents : 0;
      sums.costCents += cost;
      sums.depreciatedCents += used;
      sums.bookCents += cost - used;
    }
  }
  return [...byClass.values()];
};

const endsOf = (rows: readonly Booked[]): EamAnswer["endsOfLife"] => {
  const byYear = new Map<number, { assets: number; costCents: number }>();
  for (const { inServiceOn, lifeMonths, costCents } of rows) {
    if (!inServiceOn || !lifeMonths) continue;
    const months = Number(inServiceOn.slice(0, 4)) * 12 + Number(inServiceOn.slice(5, 7)) - 1;
    const year = Math.floor((months + lifeMonths) / 12);
    const sums = byYear.get(year) ?? { assets: 0, costCents: 0 };
    byYear.set(year, sums);
    sums.assets += 1;
    sums.costCents += costCents ?? 0;
  }
  return [...byYear.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([year, sums]) => ({ year, ...sums }));
};

/** How the agency's assets stand today: condition by criticality, work, book by class, ends of life. */
export const enterpriseAssets = async (db: Db): Promise<EamAnswer> => {
  const today = businessDate(db.scope);
  const [matrix, work, standing, booked, changes] = await Promise.all([
    matrixOf(db),
    workOf(db, today),
    standingOf(db, today),
    bookedOf(db),
    changesByAsset(db),
  ]);
  return {
    matrix,
    ...work,
    ...standing,
    classes: classesOf(booked, changes, today),
    endsOfLife: endsOf(booked),
  };
};
