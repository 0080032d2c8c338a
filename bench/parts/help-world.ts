import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { anonymous, type Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import type { BenchDatabase } from "./database.ts";

/**
 * Who asks, by the word that a question has for them: people of one small agency, a vendor's person
 * and a visitor. The agency has the order PO-2027-00012, its vendor the invoice INV-2027-00031.
 */
export const helpWorld = async ({ database, owner }: BenchDatabase) => {
  const agency = await makeAgency(database);
  const people = await makeMembers(database, agency, {
    clerk: {},
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    accountant: { duties: ["ap", "treasurer"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
  });
  const t = { database } as TestDatabase;
  const person = await makePerson(t, "Person of Northline");
  const company = await foundVendorIdentity(identityDb(database), person, "Northline");
  const vendor = await makeVendor(database, agency, { name: "Northline Aggregates" });
  await owner.query("update vendor set identity_id = $1 where id = $2", [company, vendor.id]);
  await makePolicy(database, people.admin, { documentType: "purchaseOrder" });
  const { accountStringId } = await makeBudget(database, agency, 900_000_00);
  const order = await issuedOrder(database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [{ quantity: "100", unit: "t", unitPrice: "12.50", splits: [{ accountStringId }] }],
  });
  await owner.query("update purchase_order set number = 'PO-2027-00012' where id = $1", [order.id]);
  await database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into invoice (
        org_id, id, number, vendor_id, vendor_number, vendor_number_key, purchase_order_id, status,
        fiscal_year_id, invoice_date, received_on, due_on, subtotal, total
      )
      values (
        ${agency.orgId}, ${newId()}, 'INV-2027-00031', ${vendor.id}, 'N-31', 'N31', ${order.id},
        'approved', ${agency.fiscalYearId}, '2026-10-02', '2026-10-03', '2026-10-20', 1000, 1000
      )
    `),
  );
  return {
    ...people,
    vendor: actingFor(person, company),
    visitor: anonymous,
  } satisfies Record<string, Actor>;
};
