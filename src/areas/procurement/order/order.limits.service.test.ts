// What an order may not do: take more than was approved, grow unseen, be closed too early or never, or leave the ledger wrong when it ends.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../kernel/access.ts";
import type { Tx } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy, makeVendor, type Agency } from "../../../server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { decide } from "../../workflow/workflow.server.ts";
import "../procurement.server.ts";
import { readRequisition } from "../requisition/requisition.list.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createRequisition, submitRequisition } from "../requisition/requisition.service.ts";
import { readOrder } from "./order.list.ts";
import { orderInput } from "./order.model.ts";
import { createAndIssue, createOrder, issueOrder, submitOrder } from "./order.service.ts";

const origin = "http://levee.test";
let t: TestDatabase, agency: Agency, people: Record<"clerk" | "manager" | "admin" | "buyer" | "receiver", Actor>, accounts: [string, string], vendor: { id: string };
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, { clerk: {}, manager: { role: "manager" }, admin: { role: "admin" }, buyer: { duties: ["buyer"] }, receiver: { duties: ["receiver"] } });
  accounts = [(await makeBudget(t.database, agency, 50_000_00)).accountStringId, (await makeBudget(t.database, agency, 50_000_00)).accountStringId];
  vendor = await makeVendor(t.database, agency);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});

type Wanted = { quantity: string; unitPrice: string; account?: number };
type Asked = { requisitionLineId: string; quantity?: string; unitPrice?: string };
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const approve = async (documentId: string) => {
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`select id from approval_request where org_id = ${agency.orgId} and document_id = ${documentId} and status = 'pending'`);
  await as(people.manager, (tx) => decide(tx, people.manager, id, "approve", "", null));
};
const line = ({ quantity, unitPrice, account = 0 }: Wanted) => ({ description: "Stone", quantity, unit: "t", unitPrice, splits: [{ accountStringId: accounts[account]! }] });
const approved = async (...lines: Wanted[]) => {
  const r = await as(people.clerk, (tx) => createRequisition(tx, people.clerk, requisitionInput.parse({ title: "Stone", departmentId: agency.departmentId, neededOn: "2027-03-01", lines: lines.map(line) })));
  await as(people.clerk, (tx) => submitRequisition(tx, people.clerk, r.id, null));
  await approve(r.id);
  return { id: r.id, lines: r.lines.map((l) => l.id!) };
};
const requisitionNow = (id: string) => readRequisition(t.database.read(people.clerk), people.clerk, id);
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
const input = (...requisitionLines: Asked[]) => orderInput.parse({ title: "Stone", vendorId: vendor.id, departmentId: agency.departmentId, requisitionLines });
const drafted = (...lines: Asked[]) => as(people.buyer, (tx) => createOrder(tx, people.buyer, input(...lines)));
const atOnce = (...lines: Asked[]) => as(people.buyer, (tx) => createAndIssue(tx, people.buyer, input(...lines), origin));
const inSteps = (...lines: Asked[]) => as(people.buyer, async (tx) => {
  const o = await createOrder(tx, people.buyer, input(...lines));
  await submitOrder(tx, people.buyer, o.id, null);
  return issueOrder(tx, people.buyer, o.id, null, origin);
});
const ledger = () => t.database.read(people.clerk).one<{ pre: number; enc: number }>(sql`select sum(pre_encumbered)::bigint as pre, sum(encumbered)::bigint as enc from budget_line where org_id = ${agency.orgId}`);

test("a requisition's line is named once in an order", async () => {
  const { lines: [id] } = await approved({ quantity: "10", unitPrice: "100" });
  const twice = [{ requisitionLineId: id!, quantity: "5" }, { requisitionLineId: id!, quantity: "5" }];
  for (const way of [drafted, atOnce])
    await expect(way(...twice)).rejects.toMatchObject({ errors: [{ path: "requisitionLines.1.requisitionLineId", message: "This line is named twice." }] });
  await expect(atOnce({ requisitionLineId: id!, quantity: "10" }, { requisitionLineId: id!, quantity: "10" })).rejects.toMatchObject({ code: "cannot_order" });
  expect(await ledger()).toEqual({ pre: 1_000_00, enc: 0 });
});

test("requisitions cover an order line by line: what is saved on one line does not pay for another, nor quantity for price", async () => {
  const { lines: [a, b] } = await approved({ quantity: "10", unitPrice: "500" }, { quantity: "10", unitPrice: "100", account: 1 });
  for (const way of [inSteps, atOnce]) {
    await expect(way({ requisitionLineId: a!, unitPrice: "10" }, { requisitionLineId: b!, unitPrice: "590" })).rejects.toMatchObject({ code: "no_policy" });
    await expect(way({ requisitionLineId: a!, quantity: "1", unitPrice: "5000" })).rejects.toMatchObject({ code: "no_policy" });
    expect(await way({ requisitionLineId: a!, quantity: "2", unitPrice: "499.99" }, { requisitionLineId: b!, quantity: "5" })).toMatchObject({ status: "issued" });
  }
});
