// An order on federal money without a solicitation gets its clauses when it is issued, and they are
// printed on it; one from before shows the gap.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { orderDocument } from "./document.service.ts";
import { ordersWithoutClauses } from "./order-clauses.service.ts";
import { readOrder } from "./order.read.service.ts";

let t: TestDatabase;
let people: Record<"buyer" | "receiver" | "manager" | "admin", Actor>;
let order: (federal: boolean, dollars: string) => Promise<string>;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
  });
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  await makeExclusionList(t.database, agency);
  const vendor = await makeVendor(t.database, agency);
  const accounts = {
    federal: await makeBudget(t.database, agency, 900_000_00, { federal: true }),
    own: await makeBudget(t.database, agency, 900_000_00),
  };
  order = async (federal, unitPrice) => {
    const { accountStringId } = federal ? accounts.federal : accounts.own;
    const made = await issuedOrder(t.database, people, {
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      lines: [{ quantity: "1", unitPrice, splits: [{ accountStringId }] }],
    });
    return made.id;
  };
});
afterAll(() => t.drop());
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);

test("clauses follow the money and the amount, are printed, and older orders show the gap", async () => {
  const [small, large, own] = [
    await order(true, "4000"),
    await order(true, "180000"),
    await order(false, "4000"),
  ];
  const shown = await read(small);
  expect(shown.clauses.length).toBeGreaterThan(2);
  expect(shown.clausesLacking).toBe(false);
  expect(shown.clauses.every((c) => c.citation && c.text)).toBe(true);
  // More is asked of a larger order.
  expect((await read(large)).clauses.length).toBeGreaterThan(shown.clauses.length);
  const paper = orderDocument(shown, "Agency");
  for (const clause of shown.clauses) expect(paper).toContain(clause.citation);
  expect(await read(own)).toMatchObject({ clauses: [], clausesLacking: false });
  await t.database.transaction(people.buyer, (tx) =>
    tx.rows(sql`delete from order_clause where purchase_order_id = ${small}`),
  );
  expect((await read(small)).clausesLacking).toBe(true);
  const bare = await ordersWithoutClauses(t.database.read(people.buyer), [small, large, own]);
  expect([...bare]).toEqual([small]);
});
