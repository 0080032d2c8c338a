import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { commodityNames } from "#areas/vendors/vendors.server.ts";
import { priceSources } from "./market.labels.ts";
import type { classInput, CommodityRow, PriceHistory, ShareRow } from "./market.model.ts";
import { hhi, outlierAt, outliersOf, trendOf } from "./trend.model.ts";

const mostPoints = 400;
const since = (db: Db, months: number): string =>
  addDays(businessDate(db.scope), -(months * 30.4375));
const method = `Trend: Theil–Sen, the median of the slopes of all pairs of prices on different days, through the medians. Outlier: more than ${outlierAt} spreads off that line, a spread being 1.4826 × the median of the absolute distances. Unit prices of issued orders as ordered, without freight; at most the newest ${mostPoints}.`;

/** Lines of orders that went out and were not cancelled. */
const bought = sql`
  from purchase_order o
  join purchase_order_line l
    on l.org_id = o.org_id
    and l.purchase_order_id = o.id
    and not l.cancelled
  join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
`;

type Share = {
  key: string;
  vendorId: string;
  vendor: string;
  cents: number;
  orders: number;
  lines: number;
};
type Grouped = { key: string; lines: number; shares: Share[] };

const group = (rows: readonly Share[]): Grouped[] => {
  const byKey = new Map<string, Grouped>();
  for (const row of rows) {
    const known = byKey.get(row.key) ?? { key: row.key, lines: 0, shares: [] };
    known.lines += row.lines;
    known.shares.push(row);
    byKey.set(row.key, known);
  }
  return [...byKey.values()];
};

const sharesBy = (
  db: Db,
  by: "commodity" | "department",
  months: number,
  key: string | null,
): Promise<Share[]> => {
  const org = db.scope.orgId;
  const from = since(db, months);
  return by === "commodity"
    ? db.rows<Share>(sql`
      select
        l.commodity_code as key, v.id as vendor_id, v.name as vendor,
        sum(l.amount)::bigint as cents, count(distinct o.id) as orders, count(*) as lines ${bought}
      where o.org_id = ${org}
        and o.issued_at is not null
        and o.status <> 'cancelled'
        and o.ordered_on >= ${from}::date
        and l.commodity_code is not null
        and (${key}::text is null or l.commodity_code = ${key})
      group by 1, 2, 3
    `)
    : db.rows<Share>(sql`
      select
        d.code as key, v.id as vendor_id, v.name as vendor, sum(l.amount)::bigint as cents,
        count(distinct o.id) as orders, count(*) as lines ${bought}
      join department d on d.org_id = o.org_id and d.id = o.department_id
      where o.org_id = ${org}
        and o.issued_at is not null
        and o.status <> 'cancelled'
        and o.ordered_on >= ${from}::date
        and (${key}::text is null or d.code = ${key})
      group by 1, 2, 3
    `);
};

/**
 * What was bought in the last months by commodity or by department: money, suppliers, concentration
 * (HHI), the largest supplier. Ordered by money, at most 200, those that fit `q`.
 */
export const concentration = async (
  db: Db,
  by: "commodity" | "department",
  months: number,
  q: string,
): Promise<CommodityRow[]> => {
  const groups = group(await sharesBy(db, by, months, null));
  const names =
    by === "commodity"
      ? await commodityNames(
          db,
          groups.map((g) => g.key),
        )
      : new Map(
          (
            await db.rows<{ code: string; name: string }>(
              sql`select code, name from department where org_id = ${db.scope.orgId}`,
            )
          ).map((d) => [d.code, d.name]),
        );
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((g) => {
      const total = g.shares.reduce((n, s) => n + s.cents, 0);
      const top = g.shares.toSorted((a, b) => b.cents - a.cents)[0]!;
      return {
        code: g.key,
        name: names.get(g.key) ?? g.key,
        lines: g.lines,
        vendors: g.shares.length,
        cents: total,
        hhi: Math.round(hhi(g.shares.map((s) => s.cents))),
        top: top.vendor,
        topShare: total > 0 ? top.cents / total : 0,
      };
    })
    .filter((row) => words.every((word) => `${row.code} ${row.name}`.toLowerCase().includes(word)))
    .sort((a, b) => b.cents - a.cents || a.code.localeCompare(b.code))
    .slice(0, 200);
};

/** The rows behind one index: each supplier's money and share. */
export const sharesOf = async (
  db: Db,
  by: "commodity" | "department",
  months: number,
  key: string,
): Promise<ShareRow[]> => {
  const rows = await sharesBy(db, by, months, key);
  const total = rows.reduce((n, r) => n + r.cents, 0);
  return rows
    .map((r) => ({
      vendorId: r.vendorId,
      vendor: r.vendor,
      cents: r.cents,
      orders: r.orders,
      share: total > 0 ? r.cents / total : 0,
    }))
    .sort((a, b) => b.cents - a.cents)
    .slice(0, 500);
};

// Codes of public lists mean the same everywhere; whatever else stands for a commodity, the agency
// names.
const common = ["NAICS", "US-NAICS", "PSC"];
type Point = Omit<PriceHistory["points"][number], "outlier">;
const others = (db: Db, code: string): Promise<PriceHistory["others"]> =>
  db.rows<PriceHistory["others"][number]>(sql`
    select
      l.currency, coalesce(l.unit, '') as unit, count(*) as n,
      percentile_cont(0.5) within group (order by l.unit_amount)::float8 as median,
      min(l.unit_amount)::float8 as lowest, max(l.unit_amount)::float8 as highest,
      count(distinct l.buyer) as buyers
    from ocds_line l
    where l.org_id = ${db.scope.orgId}
      and l.unit_amount is not null
      and l.currency is not null
      and l.id in (
        select x.id
        from ocds_line x
        where x.org_id = ${db.scope.orgId}
          and x.scheme = any(${common}::text[])
          and x.class_id = ${code}
        union
        select x.id
        from market_class m
        join ocds_line x
          on x.org_id = m.org_id
          and x.scheme = m.scheme
          and x.class_id like replace(replace(m.prefix, '%', ''), '_', '') || '%'
        where m.org_id = ${db.scope.orgId} and m.commodity_code = ${code}
      )
    group by 1, 2
    order by 3 desc, 1, 2
    limit 50
  `);

/**
 * Unit prices of a commodity in one unit over time, with trend and outliers, beside what others pay
 * for the classes that stand for it (per currency and unit, never converted).
 */
export const priceHistory = async (
  db: Db,
  code: string,
  wanted: string | null,
  months: number,
): Promise<PriceHistory> => {
  const org = db.scope.orgId;
  const from = since(db, months);
  const where = sql`
    where o.org_id = ${org}
      and o.issued_at is not null
      and o.status <> 'cancelled'
      and l.commodity_code = ${code}
      and o.ordered_on >= ${from}::date
  `;
  const units = await db.rows<{ unit: string; n: number }>(
    sql`select l.unit, count(*) as n ${bought} ${where} group by 1 order by 2 desc, 1 limit 20`,
  );
  const unit = units.some((u) => u.unit === wanted) ? wanted! : (units[0]?.unit ?? "");
  const [points, names, theirs, classes] = await Promise.all([
    db.rows<Point>(sql`
      select
        o.ordered_on as day, l.unit_price::float8 as price, l.quantity::float8 as quantity,
        v.name as vendor, v.id as vendor_id, o.id as order_id, o.number,
        l.description ${bought} ${where} and l.unit = ${unit}
      order by o.ordered_on desc, l.id desc
      limit ${mostPoints + 1}
    `),
    commodityNames(db, [code]),
    others(db, code),
    db.rows<PriceHistory["classes"][number]>(sql`
      select id, scheme, prefix
      from market_class
      where org_id = ${org} and commodity_code = ${code}
      order by scheme, prefix
      limit 50
    `),
  ]);
  const shown = points.slice(0, mostPoints).toReversed();
  const off = new Map(outliersOf(shown).map((o) => [o.index, Math.min(o.distance, 999)]));
  return {
    code,
    name: names.get(code) ?? code,
    unit,
    units,
    points: shown.map((p, i) => ({ ...p, outlier: off.get(i) ?? null })),
    more: points.length > mostPoints,
    trend: trendOf(shown),
    method,
    others: theirs,
    classes,
  };
};

/** Lines of other agencies' awards. */
export const marketLines: ListDefinition = {
  name: "market-lines",
  title: "prices that others paid",
  from: "ocds_line l join ocds_process p on p.org_id = l.org_id and p.ocid = l.ocid",
  base: "ocds_line l",
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    ocid: { sql: "l.ocid", label: "OCID" },
    title: { sql: "p.title", label: "Process" },
    buyer: { sql: "l.buyer", label: "Buyer", sort: true },
    supplier: { sql: "l.supplier", label: "Supplier", sort: true },
    lot: { sql: "l.lot", label: "Lot" },
    description: { sql: "l.description", label: "Item" },
    scheme: { sql: "l.scheme", label: "Scheme" },
    classId: { sql: "l.class_id", label: "Class", sort: true },
    quantity: { sql: "trim_scale(l.quantity)", label: "Quantity" },
    unit: { sql: "l.unit", label: "Unit" },
    unitAmount: { sql: "trim_scale(l.unit_amount)", label: "Unit price", sort: true },
    currency: { sql: "l.currency", label: "Currency" },
    priceFrom: { sql: "l.price_from", label: "Price", codes: priceSources },
    awardedOn: { sql: "l.awarded_on", label: "Awarded", sort: true },
  },
  filters: {
    currency: { kind: "set", sql: "l.currency", type: "text" },
    scheme: { kind: "set", sql: "l.scheme", type: "text" },
    awardedOn: { kind: "range", sql: "l.awarded_on", type: "date" },
    priced: { kind: "flag", sql: "(l.unit_amount is not null and l.currency is not null)" },
  },
  search: ["l.description", "l.buyer", "l.supplier", "coalesce(l.class_id, '')"],
  defaultSort: "-awardedOn",
};

/**
 * Takes a class of theirs for one of our commodities, so that prices stand beside each other. 409
 * when it is taken already.
 */
export const addClass = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof classInput>,
): Promise<{ id: string }> => {
  const row = await tx.maybe<{ id: string }>(sql`
    insert into market_class (org_id, id, commodity_code, scheme, prefix, created_by)
    values (
      ${actor.orgId}, ${newId()}, ${input.commodityCode}, ${input.scheme}, ${input.prefix},
      ${actor.personId}
    )
    on conflict
    do nothing
    returning id
  `);
  if (!row) throw conflict("taken", "This class stands for the commodity already.");
  note(tx, actor, "marketClass", row.id, {
    number: input.commodityCode,
    action: "add",
    after: input,
    event: null,
  });
  return row;
};

/** Takes such a class away. */
export const removeClass = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const row = await tx.maybe<{ commodityCode: string; scheme: string; prefix: string }>(sql`
    delete from market_class
    where org_id = ${actor.orgId} and id = ${id}
    returning commodity_code, scheme, prefix
  `);
  if (!row) throw notFound("class");
  note(tx, actor, "marketClass", id, {
    number: row.commodityCode,
    action: "remove",
    before: row,
    event: null,
  });
};
