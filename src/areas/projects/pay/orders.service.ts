import { plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { keptBackOf } from "#areas/finance/finance.server.ts";
import { billedOrder, type BilledOrder } from "./billed-order.service.ts";
import { chargedTo } from "../money/money.service.ts";
import { balanceOf } from "./amounts.model.ts";
import { measured } from "./lines.service.ts";
import type { PayableOrder } from "./pay.model.ts";

/** Orders of a project that were placed, whatever became of them. */
export const projectOrders = async (
  db: Db,
  { segmentId }: { segmentId: string },
): Promise<{ id: string; number: string; vendor: string | null; status: string }[]> =>
  (await chargedTo(db, segmentId)).documents.filter(({ type }) => type === "purchaseOrder");

/** The lines of an order as an application asks of them. */
export const askableLines = ({ lines }: BilledOrder): PayableOrder["lines"] =>
  lines.map((line) => {
    const of = measured(line);
    return {
      purchaseOrderLineId: line.id,
      lineNo: line.lineNo,
      description: line.description,
      unit: line.unit,
      unitPrice: of.unitPrice,
      ordered: of.ordered,
      previous: subtractQuantity(of.previous, of.stored),
      storedBefore: of.stored,
      balance: balanceOf(of),
    };
  });

const running: ReadonlySet<string> = new Set([
  "issued",
  "acknowledged",
  "partly_received",
  "received",
]);

/** Orders of a project on which work is applied for now, each with its lines; at most twenty. */
export const payableOrders = async (
  db: Db,
  project: { segmentId: string },
): Promise<PayableOrder[]> => {
  const orders = (await projectOrders(db, project))
    .filter(({ status }) => running.has(status))
    .slice(0, 20);
  const open = await db.rows<{ id: string; orderId: string }>(sql`
    select id, purchase_order_id as order_id
    from pay_application
    where org_id = ${db.scope.orgId}
      and purchase_order_id = any(${orders.map(({ id }) => id)}::uuid[])
      and status in ('draft', 'submitted', 'returned')
  `);
  const read = await Promise.all(
    orders.map(async ({ id, vendor }): Promise<PayableOrder | null> => {
      const order = await billedOrder(db, id);
      if (!order) return null;
      const { rate } = await keptBackOf(db, order.contractId, 0);
      return {
        id,
        number: order.number,
        title: order.title,
        vendor: vendor ?? "",
        openId: open.find(({ orderId }) => orderId === id)?.id ?? null,
        rate: plainDecimal(rate),
        lines: askableLines(order),
      };
    }),
  );
  return read.filter((each) => each !== null);
};
