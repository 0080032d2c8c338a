import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { codeOf } from "#kernel/label-tag.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, raw, sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { reverseMovement } from "../movement/reverse.service.ts";
import { postMovement } from "../movement/post.service.ts";
import type { StockMovement } from "../movement/movement.noun.ts";
import { belongsOn, putAwayFrom } from "./arrival.list.ts";
import type { PutAwayInput } from "./arrival.model.ts";

type Waiting = {
  id: string;
  itemId: string;
  item: string;
  lotId: string | null;
  fundId: string;
  locationId: string;
  onHand: string;
  shelf: string | null;
};

const waitingOf = (tx: Tx, ids: readonly string[]): Promise<Waiting[]> =>
  tx.rows<Waiting>(sql`
    select
      b.id, b.item_id, i.name as item, b.lot_id, b.fund_id, b.location_id,
      b.on_hand::text as on_hand, ${raw(belongsOn)} as shelf
    from ${raw(putAwayFrom)}
    where b.org_id = ${tx.scope.orgId} and b.id = any(${arrayOf(ids)}::uuid[])
  `);

const shelvesCalled = async (tx: Tx, codes: readonly string[]) => {
  const rows = await tx.rows<{ id: string; code: string }>(sql`
    select id, code
    from stock_location
    where org_id = ${tx.scope.orgId}
      and status = 'active'
      and role = 'shelf'
      and lower(code) = any(${arrayOf(codes)}::text[])
  `);
  return new Map(rows.map(({ id, code }) => [code.toLowerCase(), id]));
};

/**
 * Puts away what was received, by a transfer each: on the shelf that is named, else on the one where it
 * belongs; all of it, or so much. 409 `put_away_already` for what lies there no more and
 * `no_shelf` where nothing says where it belongs; 422 `no_location` at the line for an unknown shelf; else as
 * movements are refused.
 */
export const putAway = async (
  tx: Tx,
  actor: Actor,
  { lines }: PutAwayInput,
): Promise<StockMovement[]> => {
  const waiting = await waitingOf(
    tx,
    lines.map(({ id }) => id),
  );
  const said = lines.map((line) => {
    const at = waiting.find(({ id }) => id === line.id);
    if (!at)
      throw conflict(
        "put_away_already",
        "Some of it was put away already. Look again at what is left.",
      );
    const shelf = line.shelf || at.shelf;
    if (!shelf)
      throw conflict("no_shelf", `Nothing says where ${at.item} belongs: scan or type its shelf.`);
    return { ...line, at, code: codeOf(shelf).toLowerCase() };
  });
  const shelves = await shelvesCalled(
    tx,
    said.map(({ code }) => code),
  );
  const places = said.map(({ code, shelf, at }, place) => {
    const toLocationId = shelves.get(code);
    if (toLocationId) return toLocationId;
    throw invalidField(
      `lines.${place}.shelf`,
      `${shelf || at.shelf} is no shelf in use: scan its label again.`,
      "no_location",
    );
  });
  // A movement each, so that one of them is taken back by itself.
  const posted: StockMovement[] = [];
  for (const [place, { at, quantity }] of said.entries())
    posted.push(
      await postMovement(tx, actor, {
        kind: "transfer",
        consumer: null,
        reason: "Put away",
        lines: [
          {
            itemId: at.itemId,
            fromLocationId: at.locationId,
            toLocationId: places[place]!,
            lotId: at.lotId,
            lot: null,
            fundId: at.fundId,
            quantity: quantity ?? plainDecimal(at.onHand),
            unit: null,
            valueCents: null,
            returnsLineId: null,
          },
        ],
      }),
    );
  return posted;
};

type Since = { id: string; itemId: string; lotId: string | null; fundId: string; toId: string };

const putAwaySince = (tx: Tx, receiptMovementId: string): Promise<Since[]> =>
  tx.rows<Since>(sql`
    select w.id, l.item_id, l.lot_id, l.fund_id, r.to_location_id as to_id
    from stock_movement m
    join stock_movement_line r on r.org_id = m.org_id and r.movement_id = m.id
    join stock_location o
      on o.org_id = r.org_id
      and o.id = r.to_location_id
      and o.role = 'receiving'
    join stock_movement_line l
      on l.org_id = r.org_id
      and l.item_id = r.item_id
      and l.lot_id is not distinct from r.lot_id
      and l.fund_id = r.fund_id
      and l.from_location_id = r.to_location_id
    join stock_movement w
      on w.org_id = l.org_id
      and w.id = l.movement_id
      and w.kind = 'transfer'
      and w.status = 'posted'
      and w.reverses_id is null
      and w.posted_at > m.posted_at
    where m.org_id = ${tx.scope.orgId} and m.id = ${receiptMovementId}
    order by w.posted_at
  `);

const lacksThere = async (tx: Tx, receiptMovementId: string, at: Since): Promise<boolean> =>
  (
    await tx.one<{ lacks: boolean }>(sql`
      select coalesce(sum(r.quantity), 0) > coalesce(
          (
            select sum(b.on_hand)
            from stock_balance b
            where b.org_id = ${tx.scope.orgId}
              and b.item_id = ${at.itemId}
              and b.location_id = ${at.toId}
              and b.lot_id is not distinct from ${at.lotId}::uuid
              and b.fund_id = ${at.fundId}
          ),
          0
        ) as lacks
      from stock_movement_line r
      where r.org_id = ${tx.scope.orgId}
        and r.movement_id = ${receiptMovementId}
        and r.item_id = ${at.itemId}
        and r.to_location_id = ${at.toId}
        and r.lot_id is not distinct from ${at.lotId}::uuid
        and r.fund_id = ${at.fundId}
    `)
  ).lacks;

/**
 * What of a receipt was put away comes back to where it was received, so that the receipt can be taken
 * back: the first transfers since it are reversed until enough lies there. 409 where it is used already.
 */
export const fetchBack = async (
  tx: Tx,
  actor: Actor,
  receiptMovementId: string,
  reason: string,
): Promise<void> => {
  for (const at of await putAwaySince(tx, receiptMovementId))
    if (await lacksThere(tx, receiptMovementId, at))
      await reverseMovement(tx, asSystem(actor), { id: at.id, version: null, reason });
};
