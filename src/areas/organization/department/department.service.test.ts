import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
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
import { issuedOrder } from "#server/testing/purchase.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition } from "#areas/procurement/requisition/requisition.service.ts";
import { submitRequisition } from "#areas/procurement/requisition/submission.service.ts";
import { withdrawRequisition } from "#areas/procurement/requisition/course.service.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { editDepartment } from "./department.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "buyer" | "receiver" | "manager" | "clerk", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    clerk: {},
  });
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});
afterAll(() => t.drop());

test("a department on whose accounts money is committed stays in use: the refusal says how much, for what and where", async () => {
  const account = await makeBudget(t.database, agency, 9_000_00);
  const vendor = await makeVendor(t.database, agency);
  const splits = [{ accountStringId: account.accountStringId }];
  const off = () =>
    t.database.transaction(people.admin, (tx) =>
      editDepartment(tx, people.admin, agency.departmentId, { active: false }, 1),
    );
  const order = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [{ quantity: "10", unitPrice: "12.00", splits }],
  });
  const wanted = requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: "2027-03-01",
    lines: [{ description: "Stone", quantity: "1", unit: "t", unitPrice: "30.00", splits }],
  });
  const asked = await t.database.transaction(people.clerk, (tx) =>
    createRequisition(tx, people.clerk, wanted),
  );
  await t.database.transaction(people.clerk, (tx) =>
    submitRequisition(tx, people.clerk, { id: asked.id, version: null }),
  );
  const { number } = await t.database
    .read(people.buyer)
    .one<{ number: string }>(
      sql`select number from purchase_order where org_id = ${agency.orgId} and id = ${order.id}`,
    );
  const { code } = await t.database.read(people.buyer).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId} and id = ${account.accountStringId}
  `);
  await expect(off()).rejects.toMatchObject({
    status: 409,
    code: "open_commitments",
    message: expect.stringContaining(
      `has $120.00 encumbered and $30.00 reserved for ${[number, asked.number].toSorted().join(", ")}, on ${code}.`,
    ),
  });
  await t.database.transaction(people.clerk, (tx) =>
    withdrawRequisition(tx, people.clerk, { id: asked.id, version: null }),
  );
  await expect(off()).rejects.toMatchObject({
    message: expect.stringContaining(`has $120.00 encumbered for ${number}, on`),
  });
  await t.database.transaction(people.buyer, (tx) =>
    cancelOrder(tx, people.buyer, { id: order.id, version: null, reason: "The season is over." }),
  );
  expect(await off()).toMatchObject({ active: false });
});
