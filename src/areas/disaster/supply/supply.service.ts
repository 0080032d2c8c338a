import type { Actor } from "#kernel/access.ts";
import type { Area } from "#kernel/geo/area.ts";
import { placedOf, withinGrid } from "#areas/places/places.server.ts";
import { stockAtPlaces } from "#areas/inventory/inventory.server.ts";
import { commoditiesOf } from "#areas/procurement/procurement.server.ts";
import { gridOf } from "#kernel/geo/grid.ts";
import { notFound } from "#kernel/errors.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db, Scope } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Alternate, Supply, SupplyRisk } from "./supply.model.ts";
import {
  canBeHeldUp,
  consequenceOf,
  consequences,
  daysWithoutEnd,
  type Consequence,
} from "./weather.model.ts";

type Alert = { id: string; headline: string; area: Area; endsAt: Instant | null };
const activeAlerts = (db: Db): Promise<Alert[]> =>
  db.rows<Alert>(sql`
    select id, coalesce(nullif(headline, ''), event) as headline, area, ends_at
    from weather_alert
    where org_id = ${db.scope.orgId}
      and status = 'active'
      and not test
      and ended_at is null
      and (ends_at is null or ends_at > clock_timestamp())
    order by sent_at desc
    limit 50
  `);

const exposureNow = async (db: Db, actor: Actor) => {
  const [alerts, { items }] = await Promise.all([
    activeAlerts(db),
    placedOf(db, actor, ["vendor", "purchaseOrder", "place"]),
  ]);
  const grid = gridOf(items);
  return alerts.flatMap((alert) => withinGrid(grid, alert.area).map((item) => ({ item, alert })));
};

type OpenOrder = {
  id: string;
  number: string;
  title: string;
  vendorId: string;
  vendor: string;
  amount: number;
  promisedOn: Day | null;
  late: boolean;
};
const openOrders = (db: Db, today: string): Promise<OpenOrder[]> =>
  db.rows<OpenOrder>(sql`
    select
      o.id, o.number, o.title, o.vendor_id, v.name as vendor,
      o.amount - o.received_amount as amount, o.promised_on,
      coalesce(o.promised_on < ${today}::date, false) as late
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where o.org_id = ${db.scope.orgId}
      and o.kind <> 'blanket'
      and o.status in ('issued', 'acknowledged', 'partly_received')
    order by o.promised_on nulls last, o.number
    limit 2000
  `);

const summed = (orders: readonly { amount: number }[]) => ({
  count: orders.length,
  cents: orders.reduce((n, order) => n + order.amount, 0),
});

type Hit = Awaited<ReturnType<typeof exposureNow>>[number];
type Touched = Supply["touched"][number] & { vendorId: string };
const gravity = Object.keys(consequences) as Consequence[];

/** The worst of what warnings do to an order; none where nothing of it can be held up. */
const touchOf = (
  scope: Scope,
  today: Day,
  order: OpenOrder,
  hits: readonly Hit[],
): Touched | null => {
  const own = hits.filter(
    ({ item }) =>
      (item.noun === "purchaseOrder" && item.id === order.id) ||
      (item.noun === "vendor" && item.id === order.vendorId),
  );
  const judged = own
    .map(({ item, alert }) => ({
      verdict: item.verdict === "inside" ? ("inside" as const) : ("unknown" as const),
      alertId: alert.id,
      headline: alert.headline,
      consequence: consequenceOf(
        { promisedOn: order.promisedOn, atSite: item.noun === "purchaseOrder" },
        alert.endsAt ? dayIn(scope, alert.endsAt) : dayAfter(today, daysWithoutEnd),
      ),
    }))
    .toSorted(
      (a, b) =>
        gravity.indexOf(a.consequence) - gravity.indexOf(b.consequence) ||
        a.verdict.localeCompare(b.verdict),
    );
  return judged[0] ? { ...order, ...judged[0] } : null;
};

const placesOf = (hits: readonly Hit[]): Supply["places"] => [
  ...new Map(
    hits.map(({ item }) => [
      item.id,
      {
        id: item.id,
        noun: item.noun,
        label: item.label,
        about: item.nounLabel,
        href: item.href,
        latitude: item.latitude,
        longitude: item.longitude,
        accuracy: item.accuracy,
        verdict: item.verdict === "inside" ? ("inside" as const) : ("unknown" as const),
      },
    ]),
  ).values(),
];

// Each place once, under the first warning that it is inside of; nothing to whoever may not read the stores.
const storesInside = async (
  db: Db,
  actor: Actor,
  hits: readonly Hit[],
): Promise<Supply["stores"]> => {
  const places = new Map<string, Hit>();
  for (const hit of hits) {
    if (hit.item.noun !== "place") continue;
    const known = places.get(hit.item.id);
    if (!known || (known.item.verdict !== "inside" && hit.item.verdict === "inside"))
      places.set(hit.item.id, hit);
  }
  if (places.size === 0 || !actor.permissions.has("stock.read")) return [];
  const found = await stockAtPlaces(db, [...places.keys()]);
  return found
    .map((stock) => {
      const { item, alert } = places.get(stock.placeId)!;
      return {
        ...stock,
        place: item.label,
        verdict: item.verdict === "inside" ? ("inside" as const) : ("unknown" as const),
        alertId: alert.id,
        headline: alert.headline,
      };
    })
    .toSorted((a, b) => b.cents - a.cents);
};

const lateByVendor = (orders: readonly OpenOrder[]): Supply["lateVendors"] => {
  const vendors = new Map<string, Supply["lateVendors"][number]>();
  for (const { vendorId, vendor, amount, promisedOn } of orders) {
    const held = vendors.get(vendorId);
    vendors.set(vendorId, {
      id: vendorId,
      name: vendor,
      orders: (held?.orders ?? 0) + 1,
      cents: (held?.cents ?? 0) + amount,
      oldest: held && held.oldest < promisedOn! ? held.oldest : promisedOn!,
    });
  }
  return [...vendors.values()].toSorted((a, b) => b.cents - a.cents);
};

/**
 * Open orders that a warning touches, stock at places inside of one, and what is late by vendor, with
 * what is at stake. What is work
 * at a desk no weather holds up: such an order is never named.
 */
export const supplyNow = async (
  db: Db,
  actor: Actor,
  today: Day,
): Promise<Omit<Supply, "touched"> & { touched: Touched[] }> => {
  const [exposed, open] = await Promise.all([exposureNow(db, actor), openOrders(db, today)]);
  const codes = await commoditiesOf(
    db,
    open.map(({ id }) => id),
  );
  const touched = open
    .filter(({ id }) => canBeHeldUp(codes.get(id) ?? []))
    .flatMap((order) => touchOf(db.scope, today, order, exposed) ?? [])
    .toSorted(
      (a, b) =>
        gravity.indexOf(a.consequence) - gravity.indexOf(b.consequence) || b.amount - a.amount,
    );
  const stores = await storesInside(db, actor, exposed);
  const named = new Set([
    ...touched.flatMap(({ id, vendorId }) => [id, vendorId]),
    ...stores.map(({ placeId }) => placeId),
  ]);
  const shown = exposed.filter(({ item }) => named.has(item.id));
  const late = open.filter((order) => order.late);
  return {
    late: summed(late),
    exposed: summed(touched),
    vendors: new Set(touched.map(({ vendorId }) => vendorId)).size,
    alerts: [
      ...new Map(
        shown.map(({ alert: { id, headline, area } }) => [id, { id, headline, area }]),
      ).values(),
    ],
    places: placesOf(shown).slice(0, 500),
    touched,
    stores,
    lateVendors: lateByVendor(late).slice(0, 100),
  };
};

/**
 * Dependence on each vendor over a year: share of what was ordered, commodities that nobody else
 * active offers, late orders, insurance and screening. The score adds 30 for single sources, up to
 * 30 for the share, 20 for lateness, 10 each for lapsed insurance and an unclear screening.
 */
export const supplyRisks = (db: Db, today: string): Promise<SupplyRisk[]> =>
  db.rows<SupplyRisk>(sql`
    with spent as (
      select
        o.vendor_id, sum(o.amount)::bigint as cents,
        count(*) filter (
          where o.promised_on < ${today}::date
          and o.status in ('issued', 'acknowledged', 'partly_received')
        ) as late
      from purchase_order o
      where o.org_id = ${db.scope.orgId}
        and o.ordered_on > ${today}::date - 365
        and o.status not in ('draft', 'cancelled')
      group by o.vendor_id
    ),
    single as (
      select min(v.id::text)::uuid as vendor_id, c.code
      from vendor v
      cross join lateral unnest(v.commodity_codes) c(code)
      where v.org_id = ${db.scope.orgId} and v.status = 'active'
      group by c.code
      having count(*) = 1
    ),
    judged as (
      select
        v.id, v.name, s.cents as share_cents, s.late::int as late_orders,
        v.insurance_expires_on as insurance_ends, v.screening_result as screening,
        coalesce(v.insurance_expires_on < ${today}::date, true) as insurance_lapsed,
        round(100.0 * s.cents / nullif(sum(s.cents) over (), 0), 1)::float8 as concentration,
        coalesce(
          (select array_agg(x.code order by x.code) from single x where x.vendor_id = v.id), '{}'
        ) as single_source,
        v.version
      from spent s
      join vendor v on v.org_id = ${db.scope.orgId} and v.id = s.vendor_id
    )
    select
      *,
      (case
        when cardinality(single_source) > 0 then 30
        else 0
      end + least(30, round(concentration * 1.5))::int + least(20, late_orders * 5) + case
        when insurance_lapsed then 10
        else 0
      end + case
        when coalesce(screening, 'none') <> 'clear' then 10
        else 0
      end)::int as score
    from judged
    order by score desc, share_cents desc, name
    limit 100
  `);

/** Who else sells what a vendor sells: active, screened clear; outside of every warning first. 404. */
export const alternatesOf = async (
  db: Db,
  actor: Actor,
  vendorId: string,
): Promise<Alternate[]> => {
  const known = await db.maybe(sql`
    select 1 as ok
    from vendor
    where org_id = ${db.scope.orgId} and id = ${vendorId}
  `);
  if (!known) throw notFound("vendor");
  const [rows, exposed] = await Promise.all([
    db.rows<Omit<Alternate, "exposed">>(sql`
      select
        v.id, v.name,
        array(
          select unnest(v.commodity_codes)
          intersect
          select unnest(mine.commodity_codes)
          order by 1
        ) as commodities,
        (
          select o.amount
          from purchase_order o
          where o.org_id = v.org_id
            and o.vendor_id = v.id
            and o.status not in ('draft', 'cancelled')
          order by o.ordered_on desc
          limit 1
        ) as last_price_cents
      from vendor mine
      join vendor v
        on v.org_id = mine.org_id
        and v.id <> mine.id
        and v.commodity_codes && mine.commodity_codes
      where mine.org_id = ${db.scope.orgId}
        and mine.id = ${vendorId}
        and v.status = 'active'
        and coalesce(v.screening_result, 'none') = 'clear'
      order by v.name
      limit 50
    `),
    exposureNow(db, actor),
  ]);
  const inside = new Set(exposed.map(({ item }) => item.id));
  return rows
    .map((row) => ({ ...row, exposed: inside.has(row.id) }))
    .sort((a, b) => Number(a.exposed) - Number(b.exposed));
};
