import { z } from "zod";
import { dateIn } from "#kernel/dates.ts";
import { addQuantity, compareQuantity } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import { orderCycle, orderDetail, orderVersion } from "#areas/procurement/procurement.server.ts";
import { reading, type Reader } from "#server/agents/agent.ts";
import { listPage } from "#server/http/list.ts";
import { invoiceDetail, invoiceRow, listedException } from "../invoice/invoice.model.ts";
import type { Ordered } from "./explain.model.ts";

export const reads = {
  exceptions: reading("/api/v1/invoice-exceptions", listPage(listedException)),
  invoices: reading("/api/v1/invoices", listPage(invoiceRow)),
  invoice: reading("/api/v1/invoices/{id}", invoiceDetail),
  order: reading("/api/v1/purchase-orders/{id}", orderDetail),
  orderVersions: reading(
    "/api/v1/purchase-orders/{id}/versions",
    z.object({ items: z.array(orderVersion) }),
  ),
};
export type At = Reader<typeof reads>;

type Order = z.output<typeof orderDetail>;
type Version = z.output<typeof orderVersion>;
/** An order with what explains a bill, and its version, on which a change of it rests. */
export type OrderedNow = Ordered & { id: string; version: number };

const takenOf = ({ receipts }: Order, lineId: string) =>
  receipts
    .filter(({ status }) => status === "posted")
    .flatMap(({ receivedOn, lines }) =>
      lines
        .filter(({ purchaseOrderLineId }) => purchaseOrderLineId === lineId)
        .map((line) => ({ ...line, receivedOn })),
    );

const sameNumber = (one: string, other: string): boolean => compareQuantity(one, other) === 0;
const priceIn = ({ lines }: Version, lineNo: number): string | null =>
  lines.find((line) => line.lineNo === lineNo)?.unitPrice ?? null;

/**
 * The one price that stood on the order on each day on which something of a line came. Null where
 * nothing came, two prices stood, or it came on the day of a change: nobody knows then which was first.
 */
export const priceWhenItCame = (
  versions: readonly { day: string; price: string | null }[],
  days: readonly string[],
): string | null => {
  const prices = days.map((came) => {
    const before = versions.findLast(({ day }) => day < came)?.price ?? null;
    const thatDay = versions.filter(({ day }) => day === came);
    const first = versions[0] === thatDay[0];
    return thatDay.some(({ price }) => price !== before) && !(first && thatDay.length === 1)
      ? null
      : (thatDay.at(-1)?.price ?? before);
  });
  const [one] = prices;
  return one && prices.every((price) => price === one) ? one : null;
};

/** The order of a bill as it stands now, what came of it, and what it said before; null for another's. */
export const orderedOf = async (at: At, id: string): Promise<OrderedNow | null> => {
  const params = { id };
  const order = await at.maybe("order", { params });
  if (!order) return null;
  const read = order.revision > 0 ? await at.maybe("orderVersions", { params }) : null;
  const versions = read?.items ?? [];
  const dayOf = ({ createdAt }: Version) => dateIn(createdAt as Instant, at.timeZone);
  return {
    ...{ id, number: order.number, version: order.version },
    changeable:
      orderCycle.actions.change.from.includes(order.status) && order.pendingChange === null,
    lines: order.lines.map((line) => {
      const taken = takenOf(order, line.id);
      const days = taken
        .filter(({ quantity, rejectedQuantity }) => !sameNumber(quantity, rejectedQuantity))
        .map(({ receivedOn }) => receivedOn);
      const stood = versions.map((version) => ({
        ...{ day: dayOf(version), price: priceIn(version, line.lineNo) },
      }));
      const then = priceWhenItCame(stood, days);
      return {
        ...line,
        rejected: taken.reduce((sum, one) => addQuantity(sum, one.rejectedQuantity), "0"),
        earlierPrices: stood.flatMap(({ price }) =>
          price && !sameNumber(price, line.unitPrice) ? price : [],
        ),
        priceThen: then && !sameNumber(then, line.unitPrice) ? then : null,
      };
    }),
  };
};
