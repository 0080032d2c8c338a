// What a step returns and writes into the history must be what is stored, byte for byte.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { recordDigest } from "#kernel/audit-proof.ts";
import { hasher } from "#server/audit/hash.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { purchaseOrder, requisition } from "../procurement.tables.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import { orderInput } from "./order.model.ts";
import { createOrder } from "./order.service.ts";
import { issueOrder } from "./issue.service.ts";
import { submitOrder } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "buyer" | "receiver", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const stored = (table: typeof requisition | typeof purchaseOrder, id: string) =>
  getRow(t.database.read(people.admin), table as typeof requisition, id);
/** The last entry about a record, and whether its digest is that of the record as stored. */
const audited = async (
  action: string,
  table: typeof requisition | typeof purchaseOrder,
  id: string,
) => {
  const { afterDigest, content } = await t.database.read(people.admin).one<{
    afterDigest: string;
    content: string;
  }>(sql`
    select after_digest, content
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${id} and action = ${action}
  `);
  expect(afterDigest, action).toBe(
    recordDigest(hasher, (JSON.parse(content) as { salt: string }).salt, await stored(table, id)),
  );
};
const draft = async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  return as(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2026-12-20",
        lines: [
          {
            description: "Stone",
            quantity: "2.5",
            unit: "t",
            unitPrice: "10.00",
            splits: [{ accountStringId }],
          },
        ],
      }),
    ),
  );
};

test("every step of a purchase returns and audits the row as it is stored", async () => {
  const vendor = await makeVendor(t.database, agency);
  const drafted = await draft();
  const { approvalId, ...submitted } = await as(people.clerk, (tx) =>
    submitRequisition(tx, people.clerk, { id: drafted.id, version: 1 }),
  );
  expect(submitted).toEqual(await stored(requisition, drafted.id));
  await audited("requisition.submit", requisition, drafted.id);
  await as(people.manager, (tx) => decide(tx, people.manager, approvalId!, "approve", "", null));
  await audited("requisition.approve", requisition, drafted.id);
  const order = await as(people.buyer, (tx) =>
    createOrder(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Stone",
        vendorId: vendor.id,
        departmentId: agency.departmentId,
        requisitionLines: drafted.lines.map((l) => ({ requisitionLineId: l.id })),
      }),
    ),
  );
  await audited("requisition.order", requisition, drafted.id);
  const { approvalId: _none, ...covered } = await as(people.buyer, (tx) =>
    submitOrder(tx, people.buyer, { id: order.id, version: 1 }),
  );
  expect(covered).toEqual(await stored(purchaseOrder, order.id));
  await audited("purchaseOrder.submit", purchaseOrder, order.id);
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: order.id, version: 2 }, "http://levee.test"),
  );
  const { order: received } = await as(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: order.id, version: 3 },
      receiptInput.parse({ lines: [{ purchaseOrderLineId: order.lines[0]!.id, quantity: "2.5" }] }),
    ),
  );
  expect(received).toEqual(await stored(purchaseOrder, order.id));
  await audited("purchaseOrder.receive", purchaseOrder, order.id);
});
