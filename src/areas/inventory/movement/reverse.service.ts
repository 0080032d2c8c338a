import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { postingDay } from "#areas/budget/budget.server.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { lockItems } from "../ledger/history.service.ts";
import { settlePools } from "../ledger/ledger.service.ts";
import { oppositeOf, type Leg } from "../ledger/leg.model.ts";
import { chargeFollowing } from "./charge.service.ts";
import { drawCosts } from "./draw.service.ts";
import { movementNoun, type StockMovement } from "./movement.noun.ts";
import { keepToCounts } from "./post.service.ts";
import { refusePast, writeCorrections, writeMovement } from "./write.service.ts";

type Standing = Leg & { standing: number; returned: boolean };

/** The lines of a movement with what stands posted of each, and whether something of it came back. */
const linesOf = (tx: Tx, movementId: string): Promise<Standing[]> =>
  tx.rows<Standing>(sql`
    select
      l.id, l.item_id, l.lot_id, l.fund_id, l.from_location_id, l.to_location_id,
      trim_scale(l.quantity)::text as quantity, l.unit,
      trim_scale(l.typed_quantity)::text as typed_quantity, null::bigint as cents,
      l.returns_line_id, l.receipt_line_id,
      (l.value_cents + coalesce(
        (
          select sum(c.value_cents)
          from stock_movement_line c
          where c.org_id = l.org_id and c.corrects_line_id = l.id
        ),
        0
      ))::bigint as standing,
      exists (
        select 1
        from stock_movement_line r
        join stock_movement w on w.org_id = r.org_id and w.id = r.movement_id
        where r.org_id = l.org_id
          and r.returns_line_id = l.id
          and w.status = 'posted'
          and w.reverses_id is null
      ) as returned
    from stock_movement_line l
    where l.org_id = ${tx.scope.orgId} and l.movement_id = ${movementId}
    order by l.line_no
  `);

const idsOf = (lines: readonly Leg[]): string[] => [...new Set(lines.map(({ itemId }) => itemId))];

/**
 * Takes a movement back by an opposite one that names it, once: the stock is as if it had never moved,
 * what others cost is corrected, and the day of the reversal is today. 409 `below_zero` or `not_enough`
 * where what came in is gone, `came_back` where something of an issue was returned, `rule` for what is
 * a reversal itself. A count that was posted since stands (`keepToCounts`), unless the goods move today
 * (`seenByCounts` false).
 */
export const reverseMovement = (
  tx: Tx,
  actor: Actor,
  { seenByCounts = true, ...step }: TakenStep & { seenByCounts?: boolean },
): Promise<StockMovement> =>
  transition(tx, actor, movementNoun, {
    ...step,
    action: "reverse",
    effect: async (movement) => {
      const note = await takeBack(tx, actor, movement, step.reason ?? "", seenByCounts);
      // A receipt that is reversed takes its pieces with it; by hand they still wait for the right numbers.
      if (movement.kind === "receipt" && actor.kind !== "system")
        await awaitNumbersAgain(tx, movement.id);
      return { note };
    },
  });

const awaitNumbersAgain = (tx: Tx, movementId: string) =>
  tx.rows(sql`
    update stock_arrival a
    set status = 'open', ended_on = null
    where a.org_id = ${tx.scope.orgId}
      and a.id in (
        select distinct on (n.receipt_line_id) n.id
        from stock_arrival n
        where n.org_id = a.org_id
          and n.kind = 'unnumbered'
          and n.status = 'settled'
          and n.quantity = (
            select count(*)
            from stock_movement_line l
            where l.org_id = n.org_id
              and l.movement_id = ${movementId}
              and l.receipt_line_id = n.receipt_line_id
          )
        order by n.receipt_line_id, n.ended_on desc, n.id
      )
  `);

const takeBack = async (
  tx: Tx,
  actor: Actor,
  movement: StockMovement,
  reason: string,
  seenByCounts: boolean,
): Promise<string> => {
  const items = await lockItems(tx, idsOf(await linesOf(tx, movement.id)));
  // Behind the lock: what came back or was corrected meanwhile is seen.
  const lines = await linesOf(tx, movement.id);
  if (lines.some(({ returned }) => returned))
    throw conflict("came_back", "Something of it came back. Reverse the return first.");
  const postedAt: Instant = (await databaseNow(tx)).toISOString();
  const movedOn = await postingDay(tx, businessDate(tx.scope));
  const at = { movedOn, postedAt };
  const settled = await settlePools(tx, items, lines, { at, legs: [], without: movement.id });
  const opposite = lines.map((line) => oppositeOf(line, newId()));
  const values = new Map(opposite.map(({ id }, i) => [id, -lines[i]!.standing || 0]));
  const { kind, consumerType, consumerId, consumer, receiptId, transferId, number } = movement;
  const got = consumerType && { type: consumerType, id: consumerId!, name: consumer! };
  const named = { receiptId, transferId, reversesId: movement.id };
  const head = { kind, ...at, consumer: got, reason, ...named };
  const written = await writeMovement(tx, actor, head, opposite, values);
  await chargeFollowing(
    tx,
    actor,
    written,
    opposite.map(({ id }, i) => ({ lineId: id, of: lines[i]!.id, value: values.get(id)! })),
    { kind: "reverse", note: `Takes ${number} back.` },
  );
  const why = `Follows from ${written.number}, which takes ${number} back.`;
  await writeCorrections(tx, actor, settled, postedAt, { reason: why, from: written.id });
  await refusePast(tx, items, settled, movement.id);
  await drawCosts(
    tx,
    actor,
    settled,
    lines.map(({ id }) => id),
  );
  if (movement.countId === null && seenByCounts)
    await keepToCounts(tx, actor, opposite, values, movement);
  return written.number;
};

/**
 * What came in by a line cost something else than it was posted with (the bill's price; its void takes
 * it back): adjusts what is left, and by entries that name them the issues that used it. `cents`: what
 * the whole line cost. 404 for a line that nothing came in by. Gives nothing where it is so already.
 */
export const repriceReceipt = async (
  tx: Tx,
  actor: Actor,
  lineId: string,
  cents: number,
  reason: string,
): Promise<void> => {
  const line = await tx.maybe<{ itemId: string; fundId: string; movementId: string }>(sql`
    select l.item_id, l.fund_id, l.movement_id
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${tx.scope.orgId}
      and l.id = ${lineId}
      and l.to_location_id is not null
      and l.from_location_id is null
      and l.returns_line_id is null
      and m.status = 'posted'
      and m.reverses_id is null
  `);
  if (!line) throw notFound("receipt of stock");
  const items = await lockItems(tx, [line.itemId]);
  const postedAt: Instant = (await databaseNow(tx)).toISOString();
  const at = { movedOn: await postingDay(tx, businessDate(tx.scope)), postedAt };
  const costs = new Map([[lineId, cents]]);
  const settled = await settlePools(tx, items, [line], { at, legs: [], costs });
  await writeCorrections(tx, actor, settled, postedAt, { reason, from: line.movementId });
  await drawCosts(tx, actor, settled);
};
