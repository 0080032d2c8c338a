// The department filter of the list: by the order's department, and without an order by the
// accounts that the invoice's own lines charge.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { bind, raw, sql } from "#server/db/sql.ts";
import { runList, explainList } from "#server/http/list-page.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { invoiceList, ofDepartment } from "./invoice.list.ts";
import { invoiceStages } from "./invoice-stages.service.ts";
import { invoiceInput } from "./invoice.model.ts";
import { createInvoice } from "./invoice.service.ts";
import { editInvoice } from "./correction.service.ts";

let t: TestDatabase;
let owner: pg.Client;
let agency: Agency;
let ap: Actor;
let vendorId: string;
let own: string;
const accounts: Record<string, string> = {};
const departments: Record<string, string> = {};
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  agency = await makeAgency(t.database);
  ap = (await makeMembers(t.database, agency, { ap: { duties: ["ap"] } })).ap;
  vendorId = (await makeVendor(t.database, agency)).id;
  own = (await makeBudget(t.database, agency, 1_000_000_00)).accountStringId;
  for (const code of ["PARKS", "LIBRARY", "CLERK"]) {
    [departments[code], accounts[code]] = [newId(), newId()];
    await owner.query("insert into department (org_id, id, code, name) values ($1, $2, $3, $3)", [
      agency.orgId,
      departments[code],
      code,
    ]);
    await owner.query(
      `
        insert into account_string (org_id, id, code, fund_id, department_id, account_id)
        select org_id, $2, code || $4::text, fund_id, $3, account_id
        from account_string
        where org_id = $1 and id = $5
      `,
      [agency.orgId, accounts[code], departments[code], code, own],
    );
  }
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

let bills = 0;
const billed = (...charged: string[]) =>
  t.database.transaction(ap, (tx) =>
    createInvoice(
      tx,
      ap,
      invoiceInput.parse({
        vendorId,
        vendorNumber: `B-${(bills += 1)}`,
        invoiceDate: "2026-11-20",
        lines: charged.map((accountStringId) => ({
          description: "Water",
          quantity: "1",
          unitPrice: "10.00",
          accountStringId,
        })),
      }),
    ),
  );
const listed = async (...codes: string[]) => {
  const page = await runList<{ id: string }>(t.database.read(ap), ap, invoiceList, {
    departmentId: codes.map((code) => departments[code]!),
    limit: 500,
  });
  expect(page.total).toBe(page.items.length);
  return page.items.map((i) => i.id).sort();
};

test("an invoice without an order is found by every department that its lines charge, once, and by the new one after a correction", async () => {
  const [parks, both] = [
    await billed(accounts["PARKS"]!),
    await billed(accounts["PARKS"]!, accounts["LIBRARY"]!, accounts["LIBRARY"]!),
  ];
  await billed(own);
  expect(await listed("PARKS")).toEqual([parks.id, both.id].sort());
  expect([await listed("LIBRARY"), await listed("CLERK")]).toEqual([[both.id], []]);
  expect(await listed("PARKS", "LIBRARY")).toEqual([parks.id, both.id].sort());
  await t.database.transaction(ap, (tx) =>
    editInvoice(
      tx,
      ap,
      parks.id,
      {
        lines: invoiceInput.shape.lines.parse([
          {
            description: "Water",
            quantity: "1",
            unitPrice: "10.00",
            accountStringId: accounts["CLERK"],
          },
        ]),
      } as never,
      null,
    ),
  );
  expect([await listed("PARKS"), await listed("CLERK")]).toEqual([[both.id], [parks.id]]);
});

test("an invoice of an order is found by the order's department alone", async () => {
  const orderId = newId();
  await owner.query(
    `
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, ordered_on
      )
      select $1, $2, 'PO-9', 'Books', $3, $4, id, 'issued', '2026-11-01'
      from fiscal_year
      where org_id = $1
      limit 1
    `,
    [agency.orgId, orderId, vendorId, departments["LIBRARY"]],
  );
  const { id } = await billed(accounts["CLERK"]!);
  const before = await listed("LIBRARY");
  await owner.query("update invoice set purchase_order_id = $2 where org_id = $1 and id = $3", [
    agency.orgId,
    orderId,
    id,
  ]);
  expect(await listed("LIBRARY")).toEqual([...before, id].sort());
  expect(await listed("CLERK")).not.toContain(id);
});

test("the condition, which the board's days ask of each invoice, finds what the list finds by id", async () => {
  const read = t.database.read(ap);
  for (const code of ["PARKS", "LIBRARY", "CLERK"]) {
    const asked = await read.rows<{ id: string }>(sql`
      select i.id
      from ${raw(invoiceList.from)}
      where ${ofDepartment(departments[code]!)}
      order by i.id
    `);
    expect(asked.map((i) => i.id)).toEqual(await listed(code));
    for (const stage of invoiceStages)
      if (stage.stayed) expect(await read.rows(stage.stayed(ap, departments[code]!))).toEqual([]);
  }
});

test("among many, a rare department's are found by index; a common one's are counted to the limit and shown in their order", async () => {
  const rare = await listed("CLERK");
  await owner.query(
    `
      insert into invoice (
        org_id, id, number, vendor_id, vendor_number, vendor_number_key, invoice_date, received_on
      )
      select
        $1, gen_random_uuid(), 'MANY-' || n, $2, 'M' || n, 'M' || n, '2026-10-01',
        date '2026-10-01' + n % 40
      from generate_series(1, 10500) n
    `,
    [agency.orgId, vendorId],
  );
  await owner.query(
    `
      insert into invoice_line (
        org_id, id, invoice_id, line_no, description, quantity, unit_price, amount,
        account_string_id
      )
      select org_id, gen_random_uuid(), id, 1, 'Water', 1, 1, 100, $2
      from invoice
      where org_id = $1 and number like 'MANY-%'
    `,
    [agency.orgId, accounts["PARKS"]],
  );
  await owner.query("analyze");
  expect(await listed("CLERK")).toEqual(rare);
  const read = t.database.read(ap);
  expect(
    await explainList(read, ap, invoiceList, { departmentId: [departments["CLERK"]!] }),
  ).toContain("using invoice_pkey");
  const { ids } = invoiceList.filters["departmentId"] as { ids: string };
  const plan = (
    await read.rows(
      bind(`explain ${ids.replaceAll("$values", "$1::uuid[]")}`, [[departments["CLERK"]]]),
    )
  )
    .map((row) => Object.values(row)[0])
    .join("\n");
  expect(plan).toContain("invoice_line_own_account");
  const page = await runList<{ id: string; receivedOn: string }>(read, ap, invoiceList, {
    departmentId: [departments["PARKS"]!],
    limit: 500,
  });
  expect(page).toMatchObject({ total: 10_000, totalCapped: true });
  const days = page.items.map((i) => i.receivedOn);
  expect([new Set(page.items.map((i) => i.id)).size, days]).toEqual([
    500,
    days.toSorted().reverse(),
  ]);
  expect(
    await read.one(sql`
      select count(*) as n
      from invoice_line l
      where l.org_id = ${agency.orgId}
        and l.invoice_id = any(${page.items.map((i) => i.id)}::uuid[])
        and l.account_string_id = ${accounts["PARKS"]}
    `),
  ).toEqual({ n: 500 });
});
