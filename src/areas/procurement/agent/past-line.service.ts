import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { sharesOfOrderLine } from "../shares.service.ts";
import { nearestTo, pastIndexOf } from "./near.model.ts";
import type { PastLine } from "./past-line.model.ts";

/** So many of the newest lines are looked at. */
const linesBack = 4000;

type Said = { id: string; description: string; times: number };

// What lines of orders that went out say, each once by its code and unit, with its newest line.
const said = (db: Db): Promise<Said[]> =>
  db.rows<Said>(sql`
    with newest as (
      select l.id, l.description, l.commodity_code, l.unit
      from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where l.org_id = ${db.scope.orgId}
        and not l.cancelled
        and o.issued_at is not null
        and o.status <> 'cancelled'
      order by l.id desc
      limit ${linesBack}
    )
    select
      (array_agg(id order by id desc))[1] as id,
      (array_agg(description order by id desc))[1] as description, count(*)::int as times
    from newest
    group by lower(description), commodity_code, lower(unit)
  `);

const detailsOf = (db: Db, ids: readonly string[]): Promise<Omit<PastLine, "times">[]> =>
  db.rows(sql`
    select
      l.id, l.description, l.commodity_code, trim_scale(l.quantity)::text as quantity, l.unit,
      trim_scale(l.unit_price)::text as unit_price, o.ordered_on as bought_on, o.id as order_id,
      o.number as order_number, v.id as vendor_id, v.name as vendor, o.contract_id, l.rate_code,
      a.id as account_string_id, a.code as account_code, o.department_id
    from purchase_order_line l
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join lateral (
        select s.account_string_id
        from ${sharesOfOrderLine} s
        order by s.amount desc, s.account_string_id
        limit 1
      ) paid
      on true
    left join account_string a on a.org_id = l.org_id and a.id = paid.account_string_id
    where l.org_id = ${db.scope.orgId} and l.id = any(${[...ids]}::uuid[])
  `);

/**
 * Lines of orders that went out and say what is asked, the likest first, at most five: of lines that
 * say the same the newest. Nothing where no line holds more than half of what is asked.
 */
export const pastLinesNear = async (db: Db, words: string): Promise<PastLine[]> => {
  const past = await said(db);
  const near = nearestTo(pastIndexOf(past), words);
  const found = await detailsOf(
    db,
    near.map(({ id }) => id),
  );
  return near.flatMap(({ id }) => {
    const line = found.find((each) => each.id === id);
    return line ? [{ ...line, times: past.find((each) => each.id === id)!.times }] : [];
  });
};
