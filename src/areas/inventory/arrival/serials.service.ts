import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { lineTotalCents, splitCents } from "#kernel/money.ts";
import { plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { addDays } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { accountFacts, postingDay } from "#areas/budget/budget.server.ts";
import { keptGoods, orderedGoods } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { lockItems, type StockedItem } from "../ledger/history.service.ts";
import { enterLot } from "../lot/lot.service.ts";
import { priceByBills } from "../movement/billed.service.ts";
import type { StockMovement } from "../movement/movement.noun.ts";
import { postMovement } from "../movement/post.service.ts";

type Waiting = {
  id: string;
  status: string;
  itemId: string;
  receiptId: string;
  receipt: string;
  receiptLineId: string;
  orderLineId: string;
  locationId: string;
  quantity: string;
  cameOn: Day;
};

const waitingPieces = (tx: Tx, id: string) =>
  tx.maybe<Waiting>(sql`
    select
      a.id, a.status, a.item_id, a.receipt_id, a.receipt, a.receipt_line_id, a.order_line_id,
      a.location_id, a.quantity::text as quantity, a.came_on
    from stock_arrival a
    where a.org_id = ${tx.scope.orgId} and a.id = ${id} and a.kind = 'unnumbered'
    for update
  `);

const most = 5;
const named = (codes: readonly string[]): string =>
  codes.length > most
    ? `${codes.slice(0, most).join(", ")} and ${codes.length - most} more`
    : codes.join(", ");

const refuseCodes = (codes: readonly string[], quantity: string): void => {
  const seen = new Set<string>();
  const twice = codes.filter((code) => {
    const key = code.toLowerCase();
    return seen.has(key) || !seen.add(key);
  });
  if (twice.length > 0)
    throw invalidField("codes", `Entered twice: ${named(twice)}.`, "serial_twice");
  const wanted = Number(quantity);
  if (codes.length === wanted) return;
  const came = `${shownDecimal(quantity)} came, ${counted(codes.length, "number is", "numbers are")} entered`;
  throw invalidField(
    "codes",
    codes.length < wanted
      ? `${came}: ${shownDecimal(String(wanted - codes.length))} lack.`
      : `${came}: ${codes.length - Math.floor(wanted)} too many.`,
    "serials_missing",
  );
};

type Piece = { id: string; code: string; lies: boolean };

const piecesCalled = (tx: Tx, itemId: string, codes: readonly string[]): Promise<Piece[]> =>
  tx.rows<Piece>(sql`
    select
      l.id, l.code,
      exists (
        select 1
        from stock_balance b
        where b.org_id = l.org_id and b.lot_id = l.id and b.on_hand > 0
      ) as lies
    from stock_lot l
    where l.org_id = ${tx.scope.orgId}
      and l.item_id = ${itemId}
      and lower(l.code) = any(${arrayOf(codes.map((code) => code.toLowerCase()))}::text[])
  `);

type Bought = NonNullable<Awaited<ReturnType<typeof orderedGoods>>[number]>;

// A piece that was here before, and lies nowhere, comes in again under its number.
const lotsOf = async (
  tx: Tx,
  actor: Actor,
  item: StockedItem,
  at: Waiting,
  bought: Bought,
  codes: readonly string[],
): Promise<string[]> => {
  const known = await piecesCalled(tx, item.id, codes);
  const here = known.filter(({ lies }) => lies).map(({ code }) => code);
  if (here.length > 0)
    throw conflict("duplicate_serial", `In the stores already: ${named(here)}.`, { codes: here });
  const expiresOn = item.shelfLifeDays ? addDays(at.cameOn, item.shelfLifeDays) : null;
  const ids: string[] = [];
  for (const code of codes) {
    const before = known.find((one) => one.code.toLowerCase() === code.toLowerCase());
    const lot =
      before ??
      (await enterLot(tx, actor, {
        ...{ itemId: item.id, code, expiresOn },
        receiptLineId: at.receiptLineId,
        purchaseOrderId: bought.orderId,
        vendorId: bought.vendorId,
      }));
    ids.push(lot.id);
  }
  return ids;
};

/**
 * Books pieces that a receipt brought under their serial numbers, one each, at their share of the order's
 * price. 404; 409 `numbered_already`, `duplicate_serial` with those that lie in the stores; 422 `serial_twice`
 * with those that are entered twice and `serials_missing` with how many lack, or are too many.
 */
export const numberPieces = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: readonly string[],
): Promise<StockMovement> => {
  const at = await waitingPieces(tx, id);
  if (!at) throw notFound("arrival of pieces");
  if (at.status !== "open")
    throw conflict("numbered_already", "These pieces wait for no numbers any more.");
  const codes = said.map((code) => code.trim()).filter(Boolean);
  refuseCodes(codes, at.quantity);
  const [item] = await lockItems(tx, [at.itemId]);
  const [[bought], kept] = await Promise.all([
    orderedGoods(tx, [at.orderLineId]),
    keptGoods(tx, [at.orderLineId]),
  ]);
  const came = kept.find(({ receiptLineId }) => receiptLineId === at.receiptLineId);
  if (!item || !bought || !came) throw notFound("arrival of pieces");
  const lots = await lotsOf(tx, actor, item, at, bought, codes);
  const accounts = await accountFacts(tx, [bought.accountStringId]);
  const cents = splitCents(
    lineTotalCents(plainDecimal(came.quantity), bought.unitPrice),
    codes.map(() => 1),
  );
  await tx.rows(sql`
    update stock_arrival
    set status = 'settled', ended_on = ${businessDate(tx.scope)}
    where org_id = ${tx.scope.orgId} and id = ${at.id}
  `);
  const posted = await postMovement(tx, actor, {
    kind: "receipt",
    movedOn: await postingDay(tx, at.cameOn),
    consumer: null,
    reason: `By ${at.receipt}`,
    receiptId: at.receiptId,
    lines: lots.map((lotId, place) => ({
      itemId: item.id,
      fromLocationId: null,
      toLocationId: at.locationId,
      ...{ lotId, lot: null },
      fundId: accounts.get(bought.accountStringId)!.fundId,
      quantity: "1",
      unit: null,
      valueCents: cents[place]!,
      returnsLineId: null,
      receiptLineId: at.receiptLineId,
    })),
  });
  await priceByBills(tx, actor, [at.orderLineId]);
  return posted;
};
