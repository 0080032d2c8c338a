import { conflict, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { holdOrder, orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cardMerchant } from "../cards.tables.ts";
import type { LineStored } from "./line.noun.ts";

const payable: readonly string[] = ["issued", "acknowledged", "partly_received", "received"];

// What other card lines pay of an order, in cents.
const paidByOthers = async (tx: Tx, orderId: string, lineId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents
      from card_line
      where org_id = ${tx.scope.orgId} and order_id = ${orderId} and id <> ${lineId}
    `)
  ).cents;

/**
 * The number of the order that a card line pays. What pays an order is no further purchase for the look-back, so
 * that the order must be the merchant's own and must not be paid beyond its sum. 422 `order_unknown`,
 * `order_not_open`, `order_of_other`; 409 `order_paid`.
 */
export const requireOrder = async (tx: Tx, line: LineStored, id: string): Promise<string> => {
  await holdOrder(tx, id);
  const [order, merchant] = await Promise.all([
    orderToPay(tx, id),
    getRow(tx, cardMerchant, line.merchantId, "merchant"),
  ]);
  const refuse = (says: string, code: string) => invalidField("orderId", says, code);
  if (!order) throw refuse("Choose an order of the agency.", "order_unknown");
  if (!payable.includes(order.status) && line.orderId !== id)
    throw refuse(`${order.number} is not open to be paid.`, "order_not_open");
  if (order.vendorId !== merchant.vendorId)
    throw refuse(
      merchant.vendorId
        ? `${order.number} is not an order to ${merchant.vendorName}.`
        : `Nobody said yet which vendor ${merchant.name} is. Whoever keeps the cards does that on this page.`,
      "order_of_other",
    );
  const total = order.lines.reduce((sum, { amount }) => sum + amount, 0);
  const others = await paidByOthers(tx, id, line.id);
  if (others + line.cents > total)
    throw conflict(
      "order_paid",
      `${order.number} is over ${formatCents(total)}, and cards paid ${formatCents(others)} of it: this line is more than what is left.`,
    );
  return order.number;
};
