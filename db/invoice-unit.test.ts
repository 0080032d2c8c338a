import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { withOwner } from "./owner.ts";

const db = withOwner();

test("'each' that was written for a unit that nobody stated is taken from bills that are not settled, where the order has another unit", async () => {
  const { database } = db.t;
  const agency = await makeAgency(database);
  const scope = { orgId: agency.orgId, personId: null };
  const vendor = await makeVendor(database, agency);
  const people = await makeMembers(database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
  });
  const { accountStringId } = await makeBudget(database, agency, 50_000_00);
  await makePolicy(database, people.admin, { documentType: "purchaseOrder" });
  const line = (unit: string) => ({
    quantity: "10",
    unit,
    unitPrice: "1.00",
    splits: [{ accountStringId }],
  });
  const order = await issuedOrder(database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [line("t"), line("each")],
  });
  await database.transaction(scope, async (tx) => {
    for (const status of ["matched", "paid"]) {
      const id = newId();
      await tx.rows(sql`
        insert into invoice (
          org_id, id, number, vendor_id, vendor_number, vendor_number_key, invoice_date,
          received_on, status
        )
        values (
          ${agency.orgId}, ${id}, ${status}, ${vendor.id}, ${status}, ${status}, '2026-11-01',
          '2026-11-01', ${status}
        )
      `);
      for (const [at, ordered, unit] of [
        [1, 0, "each"],
        [2, 1, "each"],
        [3, 0, "box"],
      ] as const)
        await tx.rows(sql`
          insert into invoice_line (
            org_id, id, invoice_id, line_no, purchase_order_line_id, description, quantity, unit,
            unit_price, amount
          )
          values (
            ${agency.orgId}, ${newId()}, ${id}, ${at}, ${order.lines[ordered]!.id}, 'Stone', 1,
            ${unit}, 1, 100
          )
        `);
    }
  });
  await db.owner.query(
    readFileSync(new URL("migrations/0282_unit_of_a_bill.sql", import.meta.url), "utf8"),
  );
  const seen = await database.read(scope).rows<{ number: string; units: string[] }>(sql`
    select i.number, array_agg(l.unit order by l.line_no) as units
    from invoice i
    join invoice_line l on l.org_id = i.org_id and l.invoice_id = i.id
    where i.org_id = ${agency.orgId}
    group by 1
    order by 1
  `);
  expect(seen).toEqual([
    { number: "matched", units: ["", "each", "box"] },
    { number: "paid", units: ["each", "each", "box"] },
  ]);
});
