import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { wholesOf } from "../count/compare.service.ts";
import { countRuleOn } from "../count/rule.service.ts";
import { isWithin, toleranceText, worthOf, type Tolerance } from "../count/tolerance.model.ts";
import { lockItems, type StockedItem } from "../ledger/history.service.ts";
import type { movementInput } from "./movement.model.ts";
import type { StockMovement } from "./movement.noun.ts";
import { postMovement } from "./post.service.ts";
import { inItemUnit } from "./unit.service.ts";

/** Adjustments by hand of so many days are judged together: small ones do not add up to a large one. */
const together = 30;

type Stands = { onHand: string; moved: boolean; byHand: string; location: string };

const standsAt = (tx: Tx, itemId: string, locationId: string): Promise<Stands | null> =>
  tx.maybe<Stands>(sql`
    select
      o.name as location,
      coalesce(
        (
          select sum(b.on_hand)
          from stock_balance b
          where b.org_id = o.org_id and b.item_id = ${itemId} and b.location_id = o.id
        ),
        0
      )::text as on_hand,
      exists (
        select 1
        from stock_movement_line l
        where l.org_id = o.org_id
          and l.item_id = ${itemId}
          and (l.from_location_id = o.id or l.to_location_id = o.id)
      ) as moved,
      coalesce(
        (
          select sum(l.quantity)
          from stock_movement_line l
          join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
          where l.org_id = o.org_id
            and l.item_id = ${itemId}
            and (l.from_location_id = o.id or l.to_location_id = o.id)
            and m.kind = 'adjust'
            and m.status = 'posted'
            and m.reverses_id is null
            and m.count_id is null
            and not m.opening
            and m.posted_at > ${addDays(businessDate(tx.scope), -together)}::timestamptz
        ),
        0
      )::text as by_hand
    from stock_location o
    where o.org_id = ${tx.scope.orgId} and o.id = ${locationId}
  `);

type Input = z.output<typeof movementInput>;
type Change = { item: StockedItem; locationId: string; quantity: bigint; into: boolean };

// Lines of one item at one place are one change: many small lines are no small change.
const changesOf = async (tx: Tx, { lines }: Input): Promise<Change[]> => {
  const items = await lockItems(tx, [...new Set(lines.map(({ itemId }) => itemId))]);
  const changes = new Map<string, Change>();
  for (const [at, line] of lines.entries()) {
    const item = items.find(({ id }) => id === line.itemId);
    const locationId = line.toLocationId ?? line.fromLocationId;
    if (!item || !locationId) continue;
    const unit = line.unit ?? item.unit;
    const size = quantity(await inItemUnit(tx, item, line.quantity, unit, `lines.${at}.unit`));
    const known = changes.get(`${item.id} ${locationId}`);
    changes.set(`${item.id} ${locationId}`, {
      ...{ item, locationId },
      quantity: (known?.quantity ?? 0n) + size,
      into: line.toLocationId !== null && (known?.into ?? true),
    });
  }
  return [...changes.values()];
};

type Judged = {
  item: Pick<StockedItem, "id" | "name" | "unit">;
  stands: Pick<Stands, "byHand" | "location">;
  rule: Tolerance;
  whole: { whole: bigint; cents: number } | undefined;
  /** What the difference is a part of, as decimal text. */
  of: string;
  quantity: bigint;
  todo: string;
};

/**
 * 409 `beyond_tolerance` where a difference, with what was adjusted there by hand in thirty days, is more
 * than the agency's tolerance.
 */
const refuseBeyond = ({ item, stands, rule, whole, of, quantity: change, todo }: Judged): void => {
  const difference = change + quantity(stands.byHand);
  const counted = quantityText(quantity(of) + difference);
  const cents = worthOf(difference, whole ?? { whole: 0n, cents: 0 });
  if (isWithin({ ledger: of, counted, cents }, rule)) return;
  throw conflict(
    "beyond_tolerance",
    `${shownDecimal(quantityText(difference))} ${item.unit} of ${item.name} at ${stands.location}, with what was adjusted there by hand in ${together} days, is beyond the tolerance (${toleranceText(rule)}). ${todo}`,
  );
};

/**
 * The same of what is lost on the way: judged as a part of what was sent of the item. 409
 * `beyond_tolerance`.
 */
export const refuseLoss = async (
  tx: Tx,
  { itemId, ...loss }: { itemId: string; locationId: string; of: string; quantity: bigint },
): Promise<void> => {
  const [item] = await lockItems(tx, [itemId]);
  const [stands, rule, wholes] = await Promise.all([
    standsAt(tx, itemId, loss.locationId),
    countRuleOn(tx, businessDate(tx.scope)),
    wholesOf(tx, [itemId]),
  ]);
  refuseBeyond({
    ...{ item: item!, stands: stands!, rule, whole: wholes.get(itemId), of: loss.of },
    quantity: loss.quantity,
    todo: "Somebody who neither planned, sent nor received it approves the loss.",
  });
};

/**
 * Posts what somebody enters by hand. An adjustment is refused (409 `beyond_tolerance`) where it, with
 * what was adjusted by hand in the last thirty days, is more than the agency's tolerance: that is
 * counted. What is put in before anything of the item moved there is its opening balance. Otherwise as
 * `postMovement`.
 */
export const postByHand = async (tx: Tx, actor: Actor, input: Input): Promise<StockMovement> => {
  if (input.kind !== "adjust") return postMovement(tx, actor, input);
  const changes = await changesOf(tx, input);
  const rule = await countRuleOn(tx, businessDate(tx.scope));
  const wholes = await wholesOf(
    tx,
    changes.map(({ item }) => item.id),
  );
  let opening = changes.length > 0;
  for (const change of changes) {
    const { item } = change;
    const stands = await standsAt(tx, item.id, change.locationId);
    if (!stands || (change.into && !stands.moved)) continue;
    opening = false;
    refuseBeyond({
      ...{ item, stands, rule, whole: wholes.get(item.id), of: stands.onHand },
      ...{
        quantity: change.quantity,
        todo: "Plan a count: another person counts again, a third approves.",
      },
    });
  }
  return postMovement(tx, actor, { ...input, opening });
};
