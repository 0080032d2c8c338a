import type { Actor } from "#kernel/access.ts";
import { plainDecimal, quantityText } from "#kernel/quantity.ts";
import { accountFacts, listFunds } from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { methodOn } from "../ledger/cost.model.ts";
import { methodsOf, poolsOf } from "../ledger/history.service.ts";
import { stockItem } from "../inventory.tables.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { stockMovement } from "../ledger/ledger.tables.ts";
import { shownCharges } from "./charge-line.service.ts";
import type {
  ItemMovement,
  ItemMovements,
  ItemShelf,
  MovementDetail,
  MovementsQuery,
} from "./movement.model.ts";
import { firstExpired, freeOf, shelfRefusal } from "./pick.model.ts";
import { movementNoun } from "./movement.noun.ts";

type Line = Omit<MovementDetail["content"][number], "method" | "fund" | "charge"> & {
  costClass: string;
  fundId: string;
};

const linesOf = (db: Db, movementId: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select
      l.id, l.line_no, l.item_id, i.number as item, i.name as item_name, i.cost_class, l.lot_id,
      t.code as lot, l.fund_id, o.name as "from", d.name as "to",
      trim_scale(l.quantity)::text as quantity, i.unit as item_unit, l.unit,
      trim_scale(l.typed_quantity)::text as typed_quantity, l.value_cents,
      (l.value_cents + coalesce(
        (
          select sum(c.value_cents)
          from stock_movement_line c
          where c.org_id = l.org_id and c.corrects_line_id = l.id
        ),
        0
      ))::bigint as standing_cents,
      trim_scale(l.quantity - coalesce(
        (
          select sum(r.quantity)
          from stock_movement_line r
          join stock_movement w on w.org_id = r.org_id and w.id = r.movement_id
          where r.org_id = l.org_id
            and r.returns_line_id = l.id
            and w.status = 'posted'
            and w.reverses_id is null
        ),
        0
      ))::text as open_quantity,
      (
        select jsonb_build_object('id', c.id, 'movementId', w.id, 'number', w.number)
        from stock_movement_line c
        join stock_movement w on w.org_id = c.org_id and w.id = c.movement_id
        where c.org_id = l.org_id and c.id = l.corrects_line_id
      ) as corrects
    from stock_movement_line l
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    left join stock_lot t on t.org_id = l.org_id and t.id = l.lot_id
    left join stock_location o on o.org_id = l.org_id and o.id = l.from_location_id
    left join stock_location d on d.org_id = l.org_id and d.id = l.to_location_id
    where l.org_id = ${db.scope.orgId} and l.movement_id = ${movementId}
    order by l.line_no
  `);

type Reversal = { id: string; number: string; reversing: boolean };

const reversalsOf = (db: Db, id: string, reversesId: string | null): Promise<Reversal[]> =>
  db.rows<Reversal>(sql`
    select id, number, reverses_id is not distinct from ${id}::uuid as reversing
    from stock_movement
    where org_id = ${db.scope.orgId} and (reverses_id = ${id} or id = ${reversesId}::uuid)
  `);

const transferOf = async (db: Db, id: string | null): Promise<MovementDetail["transfer"]> =>
  id === null
    ? null
    : db.maybe<{ id: string; number: string }>(sql`
      select id, number
      from stock_transfer
      where org_id = ${db.scope.orgId} and id = ${id}
    `);

const fundNamed = (
  funds: readonly { id: string; code: string; name: string }[],
  fundId: string,
): string => {
  const fund = funds.find(({ id }) => id === fundId);
  return fund ? `${fund.code} ${fund.name}` : "";
};

/** A movement with its lines, what corrected them, and what the actor may do. 404. */
export const readMovement = async (db: Db, actor: Actor, id: string): Promise<MovementDetail> => {
  const row = await getRow(db, stockMovement, id, "stock movement");
  const [lines, reversals, [person], funds, transfer] = await Promise.all([
    linesOf(db, id),
    reversalsOf(db, id, row.reversesId),
    membersNamed(db, { ids: row.enteredBy ? [row.enteredBy] : [] }),
    listFunds(db),
    transferOf(db, row.transferId),
  ]);
  const charges = await shownCharges(db, id);
  const methods = await methodsOf(db, [...new Set(lines.map(({ costClass }) => costClass))]);
  const named = (reversing: boolean) => {
    const other = reversals.find((each) => each.reversing === reversing);
    return other ? { id: other.id, number: other.number } : null;
  };
  const corrects = lines.some((line) => line.corrects !== null);
  const { orgId: _org, createdAt: _at, updatedAt: _changed, reversesId: _id, ...told } = row;
  return {
    ...told,
    transfer,
    enteredBy: person?.name ?? null,
    valueCents: lines.reduce((sum, { valueCents }) => sum + valueCents, 0),
    reverses: named(false),
    reversedBy: named(true),
    content: lines.map(({ costClass, fundId, ...line }) => ({
      ...line,
      fund: fundNamed(funds, fundId),
      method: methodOn(methods.get(costClass) ?? [], row.movedOn),
      charge: charges.get(line.id) ?? null,
    })),
    actions: actionsFor(actor, movementNoun, { ...row, corrects }),
  };
};

/** What lies of an item, where, and why some of it is not handed out today. 404. */
export const itemShelves = async (
  db: Db,
  itemId: string,
): Promise<{ unit: string; items: ItemShelf[] }> => {
  const [item, shelves, funds, pools] = await Promise.all([
    getRow(db, stockItem, itemId, "stock item"),
    shelvesOf(db, [itemId]),
    listFunds(db),
    poolsOf(db, [itemId]),
  ]);
  const stores = await accountFacts(
    db,
    shelves.flatMap(({ chargeAccountId }) => chargeAccountId ?? []),
  );
  const poolOf = (fundId: string) => pools.find((pool) => pool.fundId === fundId);
  const today = businessDate(db.scope);
  const items = shelves.toSorted(firstExpired).map((shelf) => ({
    locationId: shelf.locationId,
    location: shelf.location,
    lotId: shelf.lotId,
    lot: shelf.lotCode,
    expiresOn: shelf.expiresOn,
    fundId: shelf.fundId,
    fund: fundNamed(funds, shelf.fundId),
    onHand: plainDecimal(shelf.onHand),
    free: quantityText(freeOf(shelf)),
    storesLine: shelf.chargeAccountId ? stores.get(shelf.chargeAccountId)!.code : null,
    poolCents: poolOf(shelf.fundId)?.valueCents ?? 0,
    poolQuantity: plainDecimal(poolOf(shelf.fundId)?.quantity ?? "0"),
    transit: shelf.transit,
    stopped: shelfRefusal(shelf, today),
  }));
  return { unit: item.unit, items };
};

/**
 * A page of what moved of an item, newest first: each line with the quantity and the value of the agency's
 * whole stock of it behind the line, in the order in which it moved, whichever page it stands on.
 */
export const itemMovements = async (
  db: Db,
  itemId: string,
  { page, limit }: MovementsQuery,
): Promise<ItemMovements> => {
  const [items, { total }] = await Promise.all([
    db.rows<ItemMovement>(sql`
      with moved as (
        select
          l.id, l.movement_id, m.number, m.kind, m.moved_on, m.posted_at, l.lot_id,
          l.from_location_id, l.to_location_id, m.consumer,
          (case
            when l.to_location_id is null then -l.quantity
            when l.from_location_id is null then l.quantity
            else 0
          end) as change,
          l.value_cents
        from stock_movement_line l
        join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
        where l.org_id = ${db.scope.orgId} and l.item_id = ${itemId}
      ),
      running as (
        select
          moved.*, sum(change) over (order by moved_on, posted_at, id) as balance,
          sum(value_cents) over (order by moved_on, posted_at, id) as value_after
        from moved
      ),
      shown as (
        select *
        from running
        order by moved_on desc, posted_at desc, id desc
        limit ${limit}
        offset ${(page - 1) * limit}
      )
      select
        r.id, r.movement_id, r.number, r.kind, r.moved_on, t.code as lot, o.name as "from",
        d.name as "to", r.consumer, trim_scale(r.change)::text as change,
        trim_scale(r.balance)::text as balance, r.value_cents,
        r.value_after::bigint as value_after_cents
      from shown r
      left join stock_lot t on t.org_id = ${db.scope.orgId} and t.id = r.lot_id
      left join stock_location o on o.org_id = ${db.scope.orgId} and o.id = r.from_location_id
      left join stock_location d on d.org_id = ${db.scope.orgId} and d.id = r.to_location_id
      order by r.moved_on desc, r.posted_at desc, r.id desc
    `),
    db.one<{ total: number }>(sql`
      select count(*)::int as total
      from stock_movement_line
      where org_id = ${db.scope.orgId} and item_id = ${itemId}
    `),
  ]);
  return { items, total, page, limit };
};
