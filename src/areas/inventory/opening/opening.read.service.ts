import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { Pack } from "../inventory.tables.ts";

/** What is on file of a row: nulls where it names nothing that is in use. */
export type OpeningFacts = {
  itemId: string;
  name: string;
  unit: string;
  packs: Pack[];
  tracking: "none" | "lot" | "serial";
  locationId: string;
  /** The budget line that bears what lies there until it is issued. */
  chargeAccountId: string | null;
  lotId: string | null;
  expiresOn: Day | null;
  /** Where a piece of this number lies. */
  lies: string | null;
  /** Whether something of it moved there, of this lot and fund, and was not taken back. */
  moved: boolean;
  /** The opening balance that brought it in. */
  before: { number: string; quantity: string; cents: number; day: Day } | null;
};

type Named = { item: string; location: string; lot: string; fundId: string | null };
type Place = Omit<OpeningFacts, "moved" | "before">;
type Before = Pick<OpeningFacts, "moved" | "before">;

const placesOf = (db: Db, rows: readonly Named[]): Promise<Place[]> =>
  db.rows<Place>(sql`
    select
      i.id as item_id, i.name, i.unit, i.packs, i.tracking, o.id as location_id,
      o.charge_account_id, l.id as lot_id, l.expires_on,
      (
        select string_agg(distinct p.name, ', ')
        from stock_balance b
        join stock_location p on p.org_id = b.org_id and p.id = b.location_id
        where b.org_id = l.org_id and b.item_id = i.id and b.lot_id = l.id and b.on_hand > 0
      ) as lies
    from unnest(
      ${arrayOf(rows.map((row) => row.item))}::text[],
      ${arrayOf(rows.map((row) => row.location))}::text[],
      ${arrayOf(rows.map((row) => row.lot))}::text[]
    )
    with ordinality f(item, location, lot, place)
    left join lateral (
        select s.id, s.name, s.unit, s.packs, s.tracking
        from stock_item s
        where s.org_id = ${db.scope.orgId}
          and s.status = 'active'
          and (s.number = upper(f.item) or lower(s.name) = lower(f.item))
        order by s.number = upper(f.item) desc
        limit 1
      ) i
      on true
    left join stock_location o
      on o.org_id = ${db.scope.orgId}
      and lower(o.code) = lower(f.location)
      and o.status = 'active'
    left join stock_lot l
      on l.org_id = ${db.scope.orgId}
      and l.item_id = i.id
      and f.lot <> ''
      and lower(l.code) = lower(f.lot)
    order by f.place
  `);

// A lot that is not entered yet has not moved.
const movedBefore = (db: Db, rows: readonly Named[], places: readonly Place[]): Promise<Before[]> =>
  db.rows<Before>(sql`
    select
      count(w.id) > 0 as moved,
      (
        array_agg(jsonb_build_object(
          'number', w.number, 'quantity', trim_scale(m.quantity)::text, 'cents', m.value_cents,
          'day', w.moved_on
        ) order by w.posted_at) filter (where w.opening and m.to_location_id = f.location)
      )[1] as before
    from unnest(
      ${arrayOf(places.map(({ itemId }) => itemId))}::uuid[],
      ${arrayOf(places.map(({ locationId }) => locationId))}::uuid[],
      ${arrayOf(places.map(({ lotId }) => lotId))}::uuid[],
      ${arrayOf(rows.map(({ fundId }) => fundId))}::uuid[]
    )
    with ordinality f(item, location, lot, fund, place)
    left join stock_movement_line m
      on m.org_id = ${db.scope.orgId}
      and m.item_id = f.item
      and (m.from_location_id = f.location or m.to_location_id = f.location)
      and m.lot_id is not distinct from f.lot
      and m.fund_id = f.fund
    left join stock_movement w
      on w.org_id = m.org_id
      and w.id = m.movement_id
      and w.status = 'posted'
      and w.reverses_id is null
    group by f.place
    order by f.place
  `);

/** What is on file of rows of opening balances, in their order. */
export const openingFacts = async (db: Db, rows: readonly Named[]): Promise<OpeningFacts[]> => {
  const places = await placesOf(db, rows);
  const before = await movedBefore(db, rows, places);
  return places.map((place, at) => ({ ...place, ...before[at]! }));
};
