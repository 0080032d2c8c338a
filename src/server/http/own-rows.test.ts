import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceList } from "#areas/finance/invoice/invoice.list.ts";
import { readInvoice } from "#areas/finance/invoice/invoice.read.service.ts";
import { rematchInvoice } from "#areas/finance/invoice/correction.service.ts";
import { candidates } from "#areas/finance/payment/payable.service.ts";
import { payableList } from "#areas/finance/payment/payable.list.ts";
import { noticesOfVendor } from "#areas/market/protest/protest.api.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import { countEvents, eventsSql } from "#areas/vendors/performance/events.service.ts";
import { readThread, vendorThreads } from "#areas/vendor-portal/portal/thread.read.service.ts";
import {
  dueNext,
  portalInvoices,
  portalOrder,
  portalOrders,
  portalPayments,
  portalTotals,
} from "#areas/vendor-portal/portal/portal.service.ts";
import { waitingFor } from "#areas/vendor-portal/portal/waiting.service.ts";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import type { Db, Tx } from "../db/db.ts";
import { bind, type Sql } from "../db/sql.ts";
import { vendorSide } from "../db/scopes/vendor-side.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "../testing/agency.ts";
import { makeCompany } from "../testing/company.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { writeMany } from "../testing/many.ts";
import { expectFew, kept } from "../testing/rows-read.ts";
import { runList } from "./list-page.ts";

const ROWS = 4_000;
const VENDORS = 80;
const OWN = ROWS / VENDORS;
const id = (kind: string, n: number) =>
  `01930000-0000-7${kind}-8000-${n.toString(16).padStart(12, "0")}`;
const of = (kind: string) => `('01930000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const each = `from generate_series(1, ${ROWS}) n`;
// Document n has part n. Agencies use the same ids, so that a comparison without the agency would
// show another one's rows.
const parts = [
  "update purchase_order set issued_at = ordered_on, promised_on = ordered_on + 5 where org_id = $1",
  "update purchase_order set status = 'issued' where org_id = $1 and status = 'draft'",
  `
    insert into purchase_order_line (
      org_id, id, purchase_order_id, line_no, description, quantity, unit_price, amount
    )
    select $1, ${of("101")}, ${of("002")}, 1, 'Stone', 5, 10, 5000 ${each}
  `,
  `
    insert into receipt (org_id, id, number, purchase_order_id, received_on)
    select $1, ${of("102")}, 'RCV-' || n, ${of("002")}, date '2026-10-01' + n % 360 ${each}
  `,
  `
    insert into receipt_line (org_id, id, receipt_id, purchase_order_line_id, quantity)
    select $1, ${of("103")}, ${of("102")}, ${of("101")}, 5 ${each}
  `,
  `
    insert into invoice_line (
      org_id, id, invoice_id, line_no, description, quantity, unit_price, amount
    )
    select $1, ${of("104")}, ${of("003")}, 1, 'Stone', 5, 10, 5000 ${each}
  `,
  // One document in two is charged to an account by its line, the others by a row beside it.
  `
    update invoice_line
    set
      account_string_id = (select id from account_string where org_id = $1 limit 1), charged = 5000
    where org_id = $1 and ('x' || right(id::text, 4))::bit(16)::int % 2 = 0
  `,
  `
    insert into invoice_split (org_id, id, invoice_id, line_id, account_string_id, amount)
    select
      $1, ${of("105")}, ${of("003")}, ${of("104")},
      (select id from account_string where org_id = $1 limit 1), 5000 ${each}
    where n % 2 = 1
  `,
  `
    insert into invoice_exception (org_id, id, invoice_id, kind, message)
    select $1, ${of("106")}, ${of("003")}, 'price', 'Too dear' ${each}
  `,
  `
    insert into payment_hold (org_id, id, invoice_id, reason)
    select $1, ${of("107")}, ${of("003")}, 'Look at it' ${each}
  `,
  `
    insert into payment_invoice (org_id, id, payment_id, invoice_id, amount)
    select $1, ${of("108")}, ${of("006")}, ${of("003")}, 100 ${each}
  `,
  `
    insert into ship_notice (
      org_id, id, number, purchase_order_id, vendor_id, shipped_on, expected_on
    )
    select
      $1, ${of("109")}, 'ASN-' || n, ${of("002")}, ($2::uuid[])[1 + n % cardinality($2::uuid[])],
      '2026-10-01', '2026-10-02' ${each}
  `,
  `
    insert into ship_notice_line (org_id, id, ship_notice_id, purchase_order_line_id, quantity)
    select $1, ${of("10a")}, ${of("109")}, ${of("101")}, 1 ${each}
  `,
  `
    insert into vendor_thread (org_id, id, vendor_id, subject)
    select $1, ${of("10b")}, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Gate' ${each}
  `,
  `
    insert into vendor_message (org_id, id, thread_id, from_vendor, person_name, body)
    select $1, ${of("10c")}, ${of("10b")}, false, 'Buyer', 'Hello' ${each}
  `,
  // Every vendor is invited to each of the agency's solicitations, and told of its award.
  `
    insert into solicitation (
      org_id, id, number, kind, title, department_id, fiscal_year_id, protection, status,
      invited_only, published_at, due_at
    )
    select
      $1, ${of("10d")}, 'ITB-' || n, 'itb', 'Stone',
      (select department_id from purchase_order where org_id = $1 limit 1),
      (select fiscal_year_id from purchase_order where org_id = $1 limit 1), 'sealed', 'published',
      true, now(), now() + interval '9 days'
    from generate_series(1, ${OWN}) n
  `,
  `
    insert into solicitation_invitation (org_id, id, solicitation_id, vendor_id, status)
    select
      $1, ${of("10e")},
      ('01930000-0000-710d-8000-' || lpad(to_hex(1 + n / ${VENDORS}), 12, '0'))::uuid,
      ($2::uuid[])[1 + n % ${VENDORS}], 'invited'
    from generate_series(0, ${ROWS - 1}) n
  `,
  `
    insert into award_notice (org_id, id, solicitation_id, vendor_id, kind, title, text)
    select
      org_id, id, solicitation_id, vendor_id, 'not_selected', 'Not selected', 'Another bid is lower'
    from solicitation_invitation
    where org_id = $1
  `,
];

let t: TestDatabase;
let owner: pg.Client;
let vendor: Actor;
let admin: Actor;
const mine = id("004", 1);
const document = ROWS;
const known: string[] = [];

const fill = async (agency: Agency, person: Actor) => {
  const { lineId } = await makeBudget(t.database, agency, 100);
  const vendorIds = Array.from({ length: VENDORS }, (_, n) => id("004", n + 1));
  const to = {
    ...agency,
    personId: person.personId!,
    vendorIds,
    policyId: agency.orgId,
    budgetLineId: lineId,
  };
  await writeMany(owner, "vendor", to, VENDORS);
  for (const table of ["purchase_order", "invoice", "payment"] as const)
    await writeMany(owner, table, to, ROWS);
  for (const text of parts)
    await owner.query(text, text.includes("$2") ? [agency.orgId, vendorIds] : [agency.orgId]);
};

beforeAll(async () => {
  t = await freshDatabase();
  vendor = await makeCompany(t, "Northline Aggregates");
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (let n = 0; n < 3; n++) {
    const agency = await makeAgency(t.database);
    const people = await makeMembers(t.database, agency, { admin: { role: "admin" } });
    await fill(agency, people.admin!);
    if (n === 2) continue;
    admin = people.admin!;
    known.push(agency.orgId);
    await owner.query(
      "update vendor set identity_id = $2, status = 'active' where org_id = $1 and id = $3",
      [agency.orgId, vendor.vendorIds[0], mine],
    );
  }
  await owner.query("analyze");
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

// The vendor has OWN documents of each kind with each of two agencies; what stands beside each of
// them may be read for each policy on the way.
const most = OWN * 2 * 12;
const readings: [string, (db: Db) => Promise<unknown>][] = [
  ["orders", (db) => portalOrders(db, { page: 1 })],
  ["orders found by a word", (db) => portalOrders(db, { page: 1, q: "Stone", status: "issued" })],
  ["one order", (db) => portalOrder(db, admin.orgId!, id("002", document))],
  ["invoices", (db) => portalInvoices(db, { page: 1 }, String)],
  [
    "invoices found by a word",
    (db) => portalInvoices(db, { page: 1, q: "INV", status: "matched" }, String),
  ],
  ["payments", (db) => portalPayments(db, { page: 1 })],
  ["sums", portalTotals],
  ["what is due", dueNext],
  ["what waits", (db) => waitingFor(db, t.database.read(vendor), vendor)],
  ["threads", (db) => vendorThreads(db, 1)],
  ["notices of awards", noticesOfVendor],
  ["one thread", (db) => readThread(db, admin.orgId!, id("10b", document))],
  [
    "counted events",
    (db) =>
      countEvents(db, {
        orgId: admin.orgId!,
        vendorId: mine,
        from: day("2026-01-01"),
        to: day("2027-12-31"),
      }),
  ],
];

describe("a vendor's side", () => {
  test.each(readings)("%s: read from its own rows, not from everybody's", async (_name, read) => {
    const side = vendorSide(t.database, vendor);
    const { db, statements } = kept(side);
    await read(db);
    await expectFew(side, statements, most);
  });

  const pages = async (
    read: (page: number) => Promise<{ items: { orgId: string; id: string }[]; more: boolean }>,
  ) => {
    const found: string[] = [];
    for (let page = 1; ; page++) {
      const { items, more } = await read(page);
      found.push(...items.map((i) => `${i.orgId} ${i.id}`));
      if (!more) return found;
    }
  };
  const truth = async (table: string, order: string) =>
    (
      await owner.query<{ key: string }>(
        `
          select org_id || ' ' || id as key
          from ${table}
          where org_id = any($1::uuid[]) and vendor_id = $2
          order by ${order}
        `,
        [known, mine],
      )
    ).rows.map((r) => r.key);

  test("its pages hold its rows of the agencies that know it, in order, and none of an agency that does not", async () => {
    const side = vendorSide(t.database, vendor);
    const orders = await pages((page) => portalOrders(side, { page }));
    const invoices = await pages((page) => portalInvoices(side, { page }, String));
    const payments = await pages((page) => portalPayments(side, { page }));
    expect(orders).toHaveLength(OWN * 2);
    expect(orders).toEqual(await truth("purchase_order", "ordered_on desc, id desc, org_id"));
    expect(invoices).toEqual(await truth("invoice", "received_on desc, id desc, org_id"));
    expect(payments).toEqual(await truth("payment", "paid_on desc, id desc, org_id"));
  });

  test.each([
    "purchase_order",
    "purchase_order_line",
    "receipt",
    "receipt_line",
    "invoice",
    "invoice_line",
    "invoice_exception",
    "payment_hold",
    "payment",
    "payment_invoice",
    "ship_notice",
    "ship_notice_line",
    "vendor_thread",
    "vendor_message",
    "solicitation",
    "solicitation_invitation",
    "award_notice",
  ])("of %s it sees what is its own, asked without any condition", async (table) => {
    const seen = await vendorSide(t.database, vendor).rows<{ orgId: string; n: number }>(
      bind(`select org_id, count(*)::int as n from ${table} group by 1`, []),
    );
    expect(seen.toSorted((a, b) => a.orgId.localeCompare(b.orgId))).toEqual(
      known.toSorted().map((orgId) => ({ orgId, n: OWN })),
    );
  });
});

describe("an agency's side", () => {
  const few = 100;

  test("an order with its receipts is read through its lines", async () => {
    const { db, statements } = kept(t.database.read(admin));
    expect((await readOrder(db, admin, id("002", document))).receipts[0]!.lines).toHaveLength(1);
    await expectFew(
      t.database.read(admin),
      statements.filter((s) => s.text.includes("receipt_line")),
      few,
    );
  });

  test("what was accepted and rejected of a vendor is read through its orders' lines", async () => {
    const events = eventsSql("quality", {
      orgId: admin.orgId!,
      vendorId: mine,
      from: day("2026-01-01"),
      to: day("2027-12-31"),
    });
    expect(await t.database.read(admin).rows(events)).toHaveLength(OWN);
    await expectFew(t.database.read(admin), [events], OWN * 6);
  });

  test("a receipt that is reversed finds its lines, and a line without an order its account, within their document", async () => {
    await owner.query("update invoice set status = 'exception' where org_id = $1 and id = $2", [
      admin.orgId,
      id("003", document),
    ]);
    const statements: Sql[] = [];
    const write = (work: (tx: Tx) => Promise<unknown>) =>
      t.database.transaction(admin, (tx) => {
        const inner = kept(tx);
        return work({ ...tx, ...inner.db }).finally(() => statements.push(...inner.statements));
      });
    await expect(
      write((tx) => reverseReceipt(tx, admin, id("102", document), 1, "Counted wrongly")),
    ).rejects.toMatchObject({ code: "invoiced" });
    await write((tx) =>
      rematchInvoice(tx, { ...admin, kind: "system" }, { id: id("003", document), version: null }),
    );
    const inner = kept(t.database.read(admin));
    expect(
      (await readInvoice(inner.db, admin, id("003", document))).lines[0]!.accountStringId,
    ).not.toBeNull();
    const found = [...statements, ...inner.statements].filter(
      (s) =>
        s.text.trimStart().startsWith("select") &&
        (s.text.includes("from receipt_line") || s.text.includes("from invoice_share s")),
    );
    expect(found).toHaveLength(2);
    await expectFew(t.database.read(admin), found, few);
  });

  test("what is unpaid is found by due date without what was paid before it", async () => {
    await owner.query(
      `
        update invoice
        set
          status = case when n <= 40 then 'approved' else 'paid' end,
          due_on = current_date + 100 - n::int
        from (
          select
            org_id as org, id as which, row_number() over (partition by org_id order by id) as n
          from invoice
        ) x
        where org_id = org and id = which
      `,
    );
    await owner.query("vacuum analyze invoice");
    const { db, statements } = kept(t.database.read(admin));
    for (const sort of ["dueOn", "-receivedOn"])
      expect(await runList(db, admin, invoiceList, { unpaid: "true", sort })).toMatchObject({
        total: 40,
      });
    expect(
      (await runList<{ dueOn: string }>(db, admin, invoiceList, { overdue: "true", sort: "dueOn" }))
        .items,
    ).toEqual([]);
    expect(await runList(db, admin, payableList, {})).toMatchObject({ total: 40 });
    expect(
      await candidates(
        db,
        { payThrough: "9999-12-31", invoiceIds: undefined, methods: undefined },
        false,
        { payOn: agencyDay(1), runDays: 7 },
      ),
    ).toHaveLength(40);
    await expectFew(t.database.read(admin), statements, ROWS / 8);
  });
});
