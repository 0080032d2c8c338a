import type { Actor } from "#kernel/access.ts";
import { lineTotalCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { addDays } from "#kernel/time.ts";
import { accountFacts, postingDay } from "#areas/budget/budget.server.ts";
import {
  keptGoods,
  orderedGoods,
  type KeptGoods,
  type OrderedGoods,
  type ReceiptListener,
} from "#areas/procurement/procurement.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { arrivalsHear, awaitNumbers } from "../arrival/arrival.service.ts";
import { fetchBack } from "../arrival/put-away.service.ts";
import { receivedAt } from "../arrival/receiving.service.ts";
import { lockItems, type StockedItem } from "../ledger/history.service.ts";
import { enterLot } from "../lot/lot.service.ts";
import { keepsStores } from "../location/stores.service.ts";
import { nameReordered } from "../reorder/named.service.ts";
import { priceByBills } from "./billed.service.ts";
import { namedLines, namedOfOrder, type NamedLine } from "./order-line.read.service.ts";
import { postMovement, type Movement } from "./post.service.ts";
import { reverseMovement } from "./reverse.service.ts";

const bookedLines = async (db: Db, receiptLineIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db.rows<{ receiptLineId: string | null }>(sql`
    select distinct l.receipt_line_id
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${db.scope.orgId}
      and l.receipt_line_id = any(${arrayOf(receiptLineIds)}::uuid[])
      and m.status = 'posted'
      and m.reverses_id is null
  `);
  return new Set(rows.flatMap(({ receiptLineId }) => receiptLineId ?? []));
};

type Line = Movement["lines"][number];

const mostOfCode = 60;
const lotCalled = (tx: Tx, itemId: string, code: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from stock_lot
    where org_id = ${tx.scope.orgId} and item_id = ${itemId} and lower(code) = lower(${code})
  `);

// The lot is the one that the vendor's notice names, also where some of it came before; without a word it
// bears the receipt's number until somebody corrects it to what stands on the goods.
const lotOf = async (
  tx: Tx,
  actor: Actor,
  item: StockedItem,
  came: KeptGoods,
  ordered: OrderedGoods,
): Promise<string | null> => {
  if (item.tracking === "none") return null;
  const known = await tx.maybe<{ id: string }>(sql`
    select id
    from stock_lot
    where org_id = ${tx.scope.orgId}
      and item_id = ${item.id}
      and receipt_line_id = ${came.receiptLineId}
  `);
  if (known) return known.id;
  const said = came.lot.length <= mostOfCode ? came.lot : "";
  const before = said ? await lotCalled(tx, item.id, said) : null;
  if (before) return before.id;
  const expiresOn = item.shelfLifeDays ? addDays(came.receivedOn, item.shelfLifeDays) : null;
  const lot = await enterLot(tx, actor, {
    itemId: item.id,
    code: said || `${came.receipt}-${ordered.lineNo}`,
    expiresOn,
    receiptLineId: came.receiptLineId,
    purchaseOrderId: ordered.orderId,
    vendorId: ordered.vendorId,
  });
  return lot.id;
};

// What was named afterwards stands on its shelf already; what comes now is put away by somebody.
const placesFor = async (
  tx: Tx,
  named: readonly NamedLine[],
  receiptId: string | null,
): Promise<ReadonlyMap<string, string>> => {
  const ids = named.map(({ locationId }) => locationId);
  return receiptId === null ? new Map(ids.map((id) => [id, id])) : receivedAt(tx, ids);
};

const lineCame = (
  came: KeptGoods,
  { unit, unitPrice }: OrderedGoods,
  place: { itemId: string; toLocationId: string },
) => ({
  ...place,
  fromLocationId: null,
  lot: null,
  quantity: plainDecimal(came.quantity),
  unit,
  valueCents: lineTotalCents(came.quantity, unitPrice),
  returnsLineId: null,
  receiptLineId: came.receiptLineId,
});

/** What came of lines that name an item and is not in the stores yet: one movement a receipt. */
export const bookCame = async (
  tx: Tx,
  actor: Actor,
  named: readonly NamedLine[],
  receiptId: string | null,
  seenByCounts = true,
): Promise<void> => {
  const ids = named.map(({ orderLineId }) => orderLineId);
  const places = await placesFor(tx, named, receiptId);
  const items = await lockItems(tx, [...new Set(named.map(({ itemId }) => itemId))]);
  const [ordered, kept] = await Promise.all([orderedGoods(tx, ids), keptGoods(tx, ids)]);
  const booked = await bookedLines(
    tx,
    kept.map(({ receiptLineId }) => receiptLineId),
  );
  const accounts = await accountFacts(
    tx,
    ordered.map(({ accountStringId }) => accountStringId),
  );
  const fresh = kept.filter(
    (came) =>
      !booked.has(came.receiptLineId) && (receiptId === null || came.receiptId === receiptId),
  );
  const byReceipt = new Map<string, { came: KeptGoods; lines: Line[] }>();
  for (const came of fresh) {
    const line = ordered.find(({ id }) => id === came.orderLineId);
    const to = named.find(({ orderLineId }) => orderLineId === came.orderLineId)!;
    if (!line) continue;
    const item = items.find(({ id }) => id === to.itemId)!;
    const toLocationId = places.get(to.locationId)!;
    if (item.tracking === "serial") {
      await awaitNumbers(tx, item, came, line, toLocationId);
      continue;
    }
    const lines = byReceipt.get(came.receiptId)?.lines ?? [];
    byReceipt.set(came.receiptId, { came, lines });
    lines.push({
      ...lineCame(came, line, { itemId: item.id, toLocationId }),
      lotId: await lotOf(tx, actor, item, came, line),
      fundId: accounts.get(line.accountStringId)!.fundId,
    });
  }
  for (const { came, lines } of byReceipt.values())
    await postMovement(tx, actor, {
      kind: "receipt",
      movedOn: await postingDay(tx, came.receivedOn),
      consumer: null,
      reason: `By ${came.receipt}`,
      receiptId: came.receiptId,
      seenByCounts,
      lines,
    });
  await priceByBills(tx, actor, ids);
};

const takeBack = async (
  tx: Tx,
  actor: Actor,
  { receiptId, lineIds }: { receiptId: string; lineIds: readonly string[] },
  reason: string,
  seenByCounts: boolean,
): Promise<void> => {
  const booked = await tx.rows<{ id: string }>(sql`
    select m.id
    from stock_movement m
    where m.org_id = ${tx.scope.orgId}
      and m.receipt_id = ${receiptId}
      and m.kind = 'receipt'
      and m.status = 'posted'
      and m.reverses_id is null
      and exists (
        select 1
        from stock_movement_line l
        where l.org_id = m.org_id
          and l.movement_id = m.id
          and l.receipt_line_id = any(${arrayOf(lineIds)}::uuid[])
      )
    order by m.number
  `);
  for (const { id } of booked) {
    await fetchBack(tx, actor, id, reason);
    await reverseMovement(tx, asSystem(actor), { id, version: null, reason, seenByCounts });
  }
};

/**
 * Books what a receipt brought of lines that name an item, in its transaction; takes it out again when
 * the receipt is reversed, and puts back what of it is kept when goods go back. What is used already
 * refuses both (409 `below_zero` or `not_enough`).
 */
export const stockCame: ReceiptListener = async (tx, actor, event) => {
  const { kind, receiptId, orderId, lines } = event;
  if (!(await keepsStores(tx))) return;
  if (kind === "posted") await nameReordered(tx, actor, orderId);
  const concerned = await namedLines(
    tx,
    lines.map(({ orderLineId }) => orderLineId),
  );
  if (concerned.length === 0) return;
  await arrivalsHear(tx, actor, event, concerned);
  if (kind === "returned") return;
  if (kind !== "posted")
    await takeBack(
      tx,
      actor,
      { receiptId, lineIds: lines.map(({ receiptLineId }) => receiptLineId) },
      kind === "reversed" ? "The receipt was reversed." : "Goods of the receipt go back.",
      kind === "reversed",
    );
  if (kind === "reversed") return;
  await bookCame(tx, actor, await namedOfOrder(tx, orderId), receiptId, kind === "posted");
};
