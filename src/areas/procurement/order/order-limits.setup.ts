import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
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
import { wronglyKept } from "#server/testing/orders.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { readOrder } from "./order.read.service.ts";
import { changeInput, orderInput } from "./order.model.ts";
import { createAndIssue } from "./issue.service.ts";
import { createOrder } from "./order.service.ts";

export const origin = "http://levee.test";
export let t: TestDatabase;
export let agency: Agency;
export let people: Record<"clerk" | "manager" | "admin" | "buyer" | "receiver", Actor>;
export let accounts: [string, string];
export let vendor: { id: string };

type Wanted = { quantity: string; unitPrice: string; account?: number; halved?: boolean };
export type Asked = { requisitionLineId: string; quantity?: string; unitPrice?: string };
export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const approve = async (documentId: string) => {
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${documentId} and status = 'pending'
  `);
  await as(people.manager, (tx) => decide(tx, people.manager, id, "approve", "", null));
};
export const line = ({ quantity, unitPrice, account = 0, halved = false }: Wanted) => ({
  description: "Stone",
  quantity,
  unit: "t",
  unitPrice,
  splits: halved
    ? accounts.map((accountStringId) => ({ accountStringId, percent: "50" }))
    : [{ accountStringId: accounts[account]! }],
});
export const approved = async (...lines: Wanted[]) => {
  const r = await as(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2027-03-01",
        lines: lines.map(line),
      }),
    ),
  );
  await as(people.clerk, (tx) => submitRequisition(tx, people.clerk, { id: r.id, version: null }));
  await approve(r.id);
  return { id: r.id, lines: r.lines.map((l) => l.id!) };
};
export const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
export const input = (...requisitionLines: Asked[]) =>
  orderInput.parse({
    title: "Stone",
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    requisitionLines,
  });
export const drafted = (...lines: Asked[]) =>
  as(people.buyer, (tx) => createOrder(tx, people.buyer, input(...lines)));
export const atOnce = (...lines: Asked[]) =>
  as(people.buyer, (tx) => createAndIssue(tx, people.buyer, input(...lines), origin));
export const ledger = () =>
  t.database.read(people.clerk).one<{ pre: number; enc: number }>(sql`
    select sum(pre_encumbered)::bigint as pre, sum(encumbered)::bigint as enc
    from budget_line
    where org_id = ${agency.orgId}
  `);

export const receive = (id: string, ...lines: { id: string; quantity: string }[]) =>
  as(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id, version: null },
      receiptInput.parse({
        lines: lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })),
      }),
    ),
  );
export const issuedOf = async (...lines: Wanted[]) => {
  const r = await approved(...lines);
  return read((await atOnce(...r.lines.map((requisitionLineId) => ({ requisitionLineId })))).id);
};

export const change = (id: string, over: object) =>
  as(people.buyer, (tx) =>
    changeOrder(
      tx,
      people.buyer,
      { id, version: null },
      changeInput.parse({ reason: "Otherwise", ...over }),
      origin,
    ),
  );

/** An agency with a budget, people and a vendor for each test; afterwards nothing kept is out of step. */
export const orderTests = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  afterEach(async () => expect(await wronglyKept(t, people.buyer)).toEqual([]));
  beforeEach(async () => {
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      clerk: {},
      manager: { role: "manager" },
      admin: { role: "admin" },
      buyer: { duties: ["buyer"] },
      receiver: { duties: ["receiver"] },
    });
    accounts = [
      (await makeBudget(t.database, agency, 50_000_00)).accountStringId,
      (await makeBudget(t.database, agency, 50_000_00)).accountStringId,
    ];
    vendor = await makeVendor(t.database, agency);
    await makePolicy(t.database, people.admin, { documentType: "requisition" });
  });
};
