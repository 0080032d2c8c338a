import { costsOf, stockCostsOf, type Cost, type StockCost } from "#areas/finance/finance.server.ts";
import { issuedLines, type IssuedLine } from "#areas/inventory/inventory.server.ts";
import type { Db } from "#server/db/db.ts";
import { lacksOfCosts } from "../item/behind.service.ts";
import { cameBack } from "../item/material.model.ts";
import type { paItem } from "../recovery.tables.ts";

type Item = Pick<typeof paItem.$inferSelect, "id" | "kind" | "stockLineId" | "quantity" | "basis">;

/** What stands behind materials from stock: their issues, what these bear, and the bills of that. */
export type StockBehind = {
  lines: ReadonlyMap<string, IssuedLine>;
  costs: readonly StockCost[];
  bills: ReadonlyMap<string, Cost>;
};

/** What stands behind the materials among these lines; asks nothing where there are none. */
export const stockBehind = async (db: Db, items: readonly Item[]): Promise<StockBehind> => {
  const lineIds = [...new Set(items.flatMap(({ stockLineId }) => stockLineId ?? []))];
  if (lineIds.length === 0) return { lines: new Map(), costs: [], bills: new Map() };
  const [lines, costs] = await Promise.all([issuedLines(db, lineIds), stockCostsOf(db, lineIds)]);
  const bills = await costsOf(db, { ids: costs.map(({ boughtId }) => boughtId) });
  return {
    lines: new Map(lines.map((line) => [line.id, line])),
    costs,
    bills: new Map(bills.map((bill) => [bill.id, bill])),
  };
};

/** The bills by which the goods of a material came; none of what came without an invoice. */
export const billsOf = (
  { basis, stockLineId }: Pick<Item, "basis" | "stockLineId">,
  { costs, bills }: StockBehind,
): Cost[] =>
  basis === "invoice"
    ? costs.flatMap(({ lineId, boughtId }) =>
        lineId === stockLineId ? (bills.get(boughtId) ?? []) : [],
      )
    : [];

/** What materials lack before they are claimed, by line: what lacks behind their bills, with who owes it. */
export const lacksOfStock = async (
  db: Db,
  items: readonly Item[],
  behind: StockBehind,
): Promise<ReadonlyMap<string, string[]>> => {
  // Of a bill only what the issue bears of it must be paid.
  const borne = behind.costs.flatMap((cost) => {
    const bill = behind.bills.get(cost.boughtId);
    return bill ? [{ ...bill, id: cost.id, cents: cost.cents, paid: cost.paid }] : [];
  });
  const lacks = borne.length > 0 ? await lacksOfCosts(db, borne) : new Map<string, string[]>();
  return new Map(
    items
      .filter(({ kind }) => kind === "material")
      .map((item): [string, string[]] => {
        const line = behind.lines.get(item.stockLineId!);
        const taken = item.basis === "invoice" ? line?.boughtQuantity : line?.quantity;
        const own = behind.costs.filter(({ lineId }) => lineId === item.stockLineId);
        const back = cameBack(item.quantity!, taken ? { quantity: taken } : undefined);
        return [
          item.id,
          [
            ...(back ? [back] : []),
            ...(item.basis === "invoice"
              ? new Set(own.flatMap(({ id }) => lacks.get(id) ?? []))
              : []),
          ],
        ];
      }),
  );
};
