import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { extensionPoint } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { MadeFrom } from "#server/origin/origin.ts";
import type { Tx } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { requirePlace } from "#areas/organization/organization.server.ts";
import { accountFacts } from "#areas/budget/budget.server.ts";
import { refuseDelegate } from "#areas/workflow/workflow.server.ts";
import { purchaseOrder } from "../procurement.tables.ts";
import {
  buildLines,
  checkOwnLines,
  methodOfLines,
  storeLines,
  type BuiltLines,
  type NewLine,
} from "./order-lines.service.ts";
import { placedUnder, requireOneAccountEach } from "./placing.service.ts";
import { orderCycle, type OrderInput } from "./order.model.ts";
import { markOrdered, requisitionsOfLines } from "./requisitions.service.ts";
import { refuseVendor, vendorOf } from "./vendor.service.ts";

export const orderNoun = defineNoun({
  name: "purchaseOrder",
  path: "purchase-orders",
  page: "/purchase-orders",
  table: purchaseOrder,
  cycle: orderCycle,
  number: (r) => r.number,
  askers: ["buyerId", "formerAuthors"],
});
export type OrderRecord = typeof purchaseOrder.$inferSelect;

/** What an order that came of an award tells once it is issued, or cancelled before or after. */
export type OrderHeard = (
  tx: Tx,
  actor: Actor,
  order: OrderRecord,
  event: "issued" | "cancelled",
  reason: string | null,
) => Promise<void>;
let heard: OrderHeard = async () => {};
/** Lets the award hear of its orders, in their transaction. */
export const awardedOrders = extensionPoint<OrderHeard>(
  "orders of an award",
  (hear) => void (heard = hear),
  { required: true },
);

/** Tells the award of an order what became of it. */
export const tellAward: OrderHeard = (...event) => heard(...event);

/** The order as the budget's ledger names it. */
export const ledgerDocument = (o: OrderRecord) => ({
  type: "purchaseOrder",
  id: o.id,
  number: o.number,
  fiscalYearId: o.fiscalYearId,
});

/** What whoever approved a requisition for somebody else leaves to others. */
export const placeIt = "place its order";

export type DraftedOrder = OrderRecord & { lines: NewLine[] };

/** Whether a federal fund pays for any of it. */
export const isFederal = async (tx: Tx, { splits }: BuiltLines): Promise<boolean> => {
  const accounts = await accountFacts(
    tx,
    splits.map((s) => s.accountStringId),
  );
  return [...accounts.values()].some((a) => a.federal);
};

const linesSummary = ({ lines }: BuiltLines) =>
  lines.map((l) => ({
    line: l.lineNo,
    description: l.description,
    quantity: l.quantity,
    unitPrice: l.unitPrice,
    amount: l.amount,
  }));

/** What an order draws on: its requisitions, the contract or blanket order that it is placed under. */
export const sourcesOf = (
  { contractId, blanketId }: { contractId?: string | null; blanketId?: string | null },
  { requisitionIds }: { requisitionIds: readonly string[] },
): MadeFrom[] => [
  ...requisitionIds.map((id) => ({ type: "requisition", id })),
  ...(contractId ? [{ type: "contract", id: contractId }] : []),
  ...(blanketId ? [{ type: "purchaseOrder", id: blanketId }] : []),
];

/**
 * Drafts a purchase order from requisition lines, from several requisitions, or from lines of its
 * own. The vendor must be active and not excluded. Under a contract with a rate sheet its lines are
 * at the rates of today (`atContractRates`, with its errors); a blanket order and its releases are
 * placed as `placedUnder` says. `from`: what it is made from besides. 403 separation_of_duties for
 * whoever approved one of its requisitions for somebody else.
 */
export const createOrder = async (
  tx: Tx,
  actor: Actor,
  asked: OrderInput,
  from: readonly MadeFrom[] = [],
): Promise<DraftedOrder> => {
  const id = newId();
  const orgId = actor.orgId!;
  const { input, kind, year } = await placedUnder(tx, asked);
  const requisitioned = input.requisitionLines.map((l) => l.requisitionLineId);
  const [vendor, built] = await Promise.all([
    vendorOf(tx, input.vendorId),
    buildLines(tx, orgId, id, input),
    refuseDelegate(tx, actor, requisitionsOfLines(tx, requisitioned), placeIt),
    requirePlace(tx, input.placeId),
  ]);
  const [federal] = await Promise.all([isFederal(tx, built), checkOwnLines(tx, input.lines)]);
  refuseVendor(vendor);
  requireOneAccountEach(kind, built);
  const { requisitionLines: _r, lines: _l, ...head } = input;
  const order = await create(tx, actor, orderNoun, {
    number: { kind: "PO", year: year.year },
    row: {
      ...head,
      orgId,
      id,
      buyerId: actor.personId,
      kind,
      fiscalYearId: year.id,
      orderedOn: businessDate(tx.scope),
      amount: built.total,
      ...built.source,
      method: methodOfLines(built, input.method),
      federal,
    },
    content: { lines: linesSummary(built) },
    from: [...from, ...sourcesOf(input, built)],
    store: () => storeLines(tx, built),
  });
  await markOrdered(tx, actor, built.requisitionIds, order.number);
  return { ...order, lines: built.lines };
};
