import { orderInput } from "#areas/procurement/order/order.model.ts";
import {
  createOrder,
  issueOrder,
  postReceipt,
  submitOrder,
} from "#areas/procurement/procurement.server.ts";
import { receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";

type People = { buyer: Actor; receiver: Actor; manager: Actor };
type Wanted = {
  vendorId: string;
  departmentId: string;
  matchMode?: "two_way" | "three_way";
  lines: {
    quantity: string;
    unit?: string;
    unitPrice: string;
    splits: { accountStringId: string; percent?: string }[];
  }[];
};

/** Decides the pending approval of a document as this person. */
export const approveDocument = async (
  database: Database,
  actor: Actor,
  documentId: string,
): Promise<void> => {
  const { id } = await database.read(actor).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${actor.orgId} and document_id = ${documentId} and status = 'pending'
  `);
  await database.transaction(actor, (tx) => decide(tx, actor, id, "approve", "", null));
};

/** An order with lines of its own that is approved and has not gone out; a published policy must cover it. */
export const approvedOrder = async (
  database: Database,
  { buyer, manager }: Pick<People, "buyer" | "manager">,
  wanted: Wanted,
): Promise<string> => {
  const input = orderInput.parse({
    title: "Flood stone",
    ...wanted,
    lines: wanted.lines.map((l, i) => ({ description: `Item ${i + 1}`, ...l })),
  });
  const { id } = await database.transaction(buyer, (tx) => createOrder(tx, buyer, input));
  await database.transaction(buyer, (tx) => submitOrder(tx, buyer, { id, version: null }));
  await approveDocument(database, manager, id);
  return id;
};

/**
 * An issued order with lines of its own (a published policy must cover it); gives its lines in
 * order.
 */
export const issuedOrder = async (
  database: Database,
  people: People,
  wanted: Wanted,
): Promise<{ id: string; lines: { id: string }[] }> => {
  const { buyer } = people;
  const id = await approvedOrder(database, people, wanted);
  await database.transaction(buyer, (tx) =>
    issueOrder(tx, buyer, { id, version: null }, "http://levee.test"),
  );
  return {
    id,
    lines: await database.read(buyer).rows<{ id: string }>(sql`
      select id
      from purchase_order_line
      where org_id = ${buyer.orgId} and purchase_order_id = ${id}
      order by line_no
    `),
  };
};

/** Receives quantities of an order's lines, in order; "0" skips a line. */
export const receiveGoods = (
  database: Database,
  people: People,
  order: { id: string; lines: { id: string }[] },
  quantities: readonly string[],
) =>
  database.transaction(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: order.lines
          .map((l, i) => ({ purchaseOrderLineId: l.id, quantity: quantities[i] ?? "0" }))
          .filter((l) => l.quantity !== "0"),
      }),
    ),
  );
