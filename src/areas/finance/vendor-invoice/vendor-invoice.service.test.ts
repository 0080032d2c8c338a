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
import { makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { approvalList } from "#areas/workflow/workflow.server.ts";
import { runList } from "#server/http/list-page.ts";
import "../finance.server.ts";
import { invoiceInput } from "../invoice/invoice.model.ts";
import { createInvoice } from "../invoice/invoice.service.ts";
import { submitInvoices } from "../invoice/submit-many.service.ts";
import { submitInvoice } from "../invoice/submission.service.ts";
import { submitVendorInvoice } from "./vendor-invoice.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "receiver" | "manager" | "admin" | "ap" | "otherAp", Actor>;
let vendor: Actor;
let accountStringId: string;
let vendorId: string;
let order: Awaited<ReturnType<typeof issuedOrder>>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    ap: { duties: ["ap"] },
    otherAp: { duties: ["ap"] },
  });
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  accountStringId = (await makeBudget(t.database, agency, 900_000_00)).accountStringId;
  vendor = await makeCompany(t, "Northline Aggregates");
  vendorId = (await makeVendor(t.database, agency, { name: "Northline Aggregates" })).id;
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${vendor.vendorIds[0]}
      where org_id = ${agency.orgId} and id = ${vendorId}
    `),
  );
  order = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: [{ quantity: "100", unit: "t", unitPrice: "12.50", splits: [{ accountStringId }] }],
  });
  await receiveGoods(t.database, people, order, ["100"]);
});
afterAll(() => t.drop());

const bill = (vendorNumber: string, unitPrice = "12.50", invoiceDate = agencyDay()) =>
  submitVendorInvoice(t.app, vendor, agency.orgId, order.id, {
    vendorNumber,
    invoiceDate,
    charges: 0,
    tax: 0,
    note: "",
    lines: [{ lineId: order.lines[0]!.id, quantity: "10", unitPrice }],
  });
const typed = (vendorNumber: string) =>
  t.database.transaction(people.ap, (tx) =>
    createInvoice(
      tx,
      people.ap,
      invoiceInput.parse({
        vendorId,
        vendorNumber,
        invoiceDate: agencyDay(),
        lines: [{ accountStringId, description: "Freight", quantity: "1", unitPrice: "5.00" }],
      }),
    ),
  );
const told = async (person: Actor, kind: string) =>
  (
    await t.database.read(person).rows<{ link: string }>(sql`
      select link
      from notification
      where org_id = ${agency.orgId} and person_id = ${person.personId} and kind = ${kind}
      order by id
    `)
  ).map((n) => n.link);

test("an invoice of tomorrow is not taken", async () => {
  await expect(bill("N-0", "12.50", agencyDay(1))).rejects.toThrow(
    "An invoice is not dated ahead.",
  );
});

let good: Awaited<ReturnType<typeof bill>>;

test("an approval of a vendor's invoice is asked for by who sent it on, not by a former member", async () => {
  good = await bill("N-1");
  await t.database.transaction(people.ap, (tx) =>
    submitInvoice(tx, people.ap, { id: good.id, version: null }),
  );
  const { items } = await runList<{ requester: string | null; documentId: string }>(
    t.database.read(people.manager),
    people.manager,
    approvalList,
    {},
  );
  expect(items.find((q) => q.documentId === good.id)?.requester).toBe(people.ap.name);
});

test("accounts payable hears of each invoice from the portal, buyers of each with an exception of theirs, once each", async () => {
  const [first, second] = [await bill("N-2", "20.00"), await bill("N-3", "21.00")];
  expect(first.status).toBe("exception");
  const links = [good, first, second].map((i) => `/invoices/${i.id}`);
  for (const person of [people.ap, people.otherAp])
    expect(await told(person, "invoice.received")).toEqual(links);
  expect(await told(people.buyer, "invoice.received")).toEqual([]);
  expect(await told(people.buyer, "invoice.exception")).toEqual(links.slice(1));
});

test("several matched invoices are sent at once; what is refused is named and stops nothing", async () => {
  const [matched, off] = [await typed("T-1"), await bill("N-4", "30.00")];
  expect(await submitInvoices(t.app, people.otherAp, [off.id, matched.id, matched.id])).toEqual({
    done: 1,
    refused: [
      { id: off.id, number: off.number, reason: expect.stringContaining("price tolerance") },
    ],
  });
});
