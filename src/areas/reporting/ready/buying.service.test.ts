import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { questionInput, type ReportQuestion } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import { purchasingReports } from "./purchasing.data.ts";

let t: TestDatabase;
let owner: pg.Client;
let a: PayingAgency;
let me: Actor;
let yearId: string;
const bidders: string[] = [];
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  a = await payingAgency(t.database);
  me = {
    ...a.people.everything,
    permissions: new Set(Object.keys(permissions)) as never,
    timeZone: "America/Chicago",
  };
  const { rows } = await owner.query("select id from fiscal_year where org_id = $1", [a.orgId]);
  for (let n = 0; n < 4; n++) bidders.push((await makeVendor(t.database, a)).id);
  yearId = (rows[0] as { id: string }).id;
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});
beforeEach(() => owner.query("delete from bid; delete from solicitation"));

const named = (id: string, more: object = {}): ReportQuestion =>
  questionInput.parse({
    ...purchasingReports.find((each) => each.id === id)!.question,
    ...more,
  });
const ask = (question: ReportQuestion, actor = me) =>
  answerOf(t.database.read(actor), actor, question);
const opened = async (id: string, address: string) => {
  const { list } = allFacts().find((fact) => fact.id === id)!;
  const asked = Object.fromEntries(new URL(address, "http://x").searchParams);
  return runList(t.database.read(me), me, list, listQuery(list).parse(asked));
};

let serial = 0;
const order = async (method: string | null, cents: number, status = "issued") => {
  const id = newId();
  await owner.query(
    `
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, amount,
        ordered_on, method
      )
      values ($1, $2, $3, 'Stone', $4, $5, $6, $7, $8, $9, $10)
    `,
    [
      a.orgId,
      id,
      `PO-T-${++serial}`,
      a.vendor.id,
      a.departmentId,
      yearId,
      status,
      cents,
      agencyDay(),
      method,
    ],
  );
  return id;
};

test("methods by hand: what was placed by each, most first; drafts and what was cancelled take no part", async () => {
  await order("sealed_bid", 900_00);
  await order("micro_purchase", 100_00);
  await order("micro_purchase", 150_00);
  await order("sealed_bid", 7_000_00, "draft");
  await order("noncompetitive", 8_000_00, "cancelled");
  await order(null, 25_00);
  const { rows, totals } = await ask(named("method-mix"));
  expect(rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)])).toEqual([
    ["Sealed bids", 900_00, 1],
    ["Micro-purchase", 250_00, 2],
    ["None", 25_00, 1],
  ]);
  expect(totals.map(({ value }) => value)).toEqual([1_175_00, 4]);
  const page = await opened("orders", rows[1]!.cells[0]!.opens!);
  expect([page.total, page.totals!.amount]).toEqual([2, 250_00]);
});

type Bids = { kind: string; status: string; bids: readonly string[] };
const sealed = new Set(["draft", "submitted", "withdrawn"]);
const compete = async ({ kind, status, bids }: Bids) => {
  const id = newId();
  await owner.query(
    `
      insert into solicitation (
        org_id, id, number, kind, status, title, department_id, fiscal_year_id, protection,
        published_at, due_at, opened_at
      )
      values (
        $1, $2, $3, $4, $5, 'Stone', $6, $7, 'sealed', now() - interval '9 days',
        now() - interval '1 day', $8
      )
    `,
    [
      a.orgId,
      id,
      `SOL-T-${++serial}`,
      kind,
      status,
      a.departmentId,
      yearId,
      ["published", "closed"].includes(status) ? null : new Date().toISOString(),
    ],
  );
  for (const [n, each] of bids.entries())
    await owner.query(
      `
        insert into bid (
          org_id, id, solicitation_id, vendor_id, identity_id, revision, status, protection,
          received_at, opened_at
        )
        values ($1, $2, $3, $4, $5, 1, $6, 'sealed', now(), $7)
      `,
      [
        a.orgId,
        newId(),
        id,
        bidders[n],
        me.personId,
        each,
        sealed.has(each) ? null : new Date().toISOString(),
      ],
    );
};

test("one responsive bid by hand: judged competitions alone, nothing before the opening or while bids are judged", async () => {
  for (const each of [
    { kind: "itb", status: "awarded", bids: ["selected", "nonresponsive", "withdrawn"] },
    { kind: "itb", status: "awarded", bids: ["selected", "not_selected"] },
    { kind: "rfp", status: "protest_window", bids: ["selected"] },
    { kind: "rfp", status: "unsuccessful", bids: ["nonresponsive"] },
    // Being judged, sealed, no competition, taken back.
    { kind: "rfp", status: "evaluating", bids: ["responsive"] },
    { kind: "rfq", status: "awarded", bids: ["selected", "opened"] },
    { kind: "rfq", status: "published", bids: ["submitted"] },
    { kind: "rfq", status: "closed", bids: ["submitted"] },
    { kind: "rfi", status: "opened", bids: [] },
    { kind: "itb", status: "cancelled", bids: ["selected"] },
  ])
    await compete(each);
  const { rows, totals } = await ask(named("single-bid-share"));
  expect(rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)])).toEqual([
    ["Invitation to bid", 50, 1, 2],
    ["Request for proposals", 50, 1, 2],
  ]);
  expect(totals.map(({ value }) => value)).toEqual([50, 2, 4]);
  for (const { cells } of rows)
    for (const cell of cells.slice(1))
      expect((await opened("solicitations", cell.opens!)).total).toBe(cell.value);
});

const judged = ["responsive", "evaluated", "selected", "not_selected"];
const competition = fc.record({
  kind: fc.constantFrom("rfq", "itb", "rfp"),
  status: fc.constantFrom("awarded", "contracted", "evaluating", "closed", "protest_hold"),
  bids: fc.array(fc.constantFrom(...judged, "nonresponsive", "opened", "submitted"), {
    maxLength: 4,
  }),
});

test("over random competitions share and count are those counted one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(competition, { maxLength: 6 }), async (all) => {
      await owner.query("delete from bid; delete from solicitation");
      for (const each of all) await compete(each);
      const told = all.filter(
        ({ status, bids }) =>
          !["evaluating", "closed"].includes(status) && !bids.includes("opened"),
      );
      const single = told.filter(
        ({ bids }) => bids.filter((each) => judged.includes(each)).length === 1,
      );
      const { totals } = await ask(named("single-bid-share"));
      const share = told.length ? Math.round((1000 * single.length) / told.length) / 10 : null;
      expect(totals.map(({ value }) => value)).toEqual([share, single.length, told.length]);
    }),
    { numRuns: 15 },
  );
});

// Bills that are approved through the ledger; then their lines bill an order with a commodity code.
const bill = async (cents: number, code: string | null) => {
  const { id } = await approvedInvoice(t.database, a, { cents });
  if (code === null) return id;
  const [orderId, lineId] = [await order("simplified", cents), newId()];
  await owner.query(
    `
      insert into purchase_order_line (
        org_id, id, purchase_order_id, line_no, description, commodity_code, quantity, unit_price,
        amount
      )
      values ($1, $2, $3, 1, 'Stone', $4, 1, 1, $5)
    `,
    [a.orgId, lineId, orderId, code, cents],
  );
  await owner.query(
    "update invoice_line set purchase_order_line_id = $2 where org_id = $1 and invoice_id = $3",
    [a.orgId, lineId, id],
  );
  return id;
};

test("spending by category by hand, tied to the ledger and to the bills, beside the same days a year before", async () => {
  await bill(100_00, "237310");
  await bill(40_50, "238110");
  await bill(9_99, "R408");
  await bill(500_00, null);
  const before = await bill(77_00, "237310");
  await approvedInvoice(t.database, a, { cents: 10_00, kind: "credit_note" });
  const ledger = { by: [], where: { side: ["spending"], ledgerDocument: ["invoice"] } };
  const whole = await ask(
    questionInput.parse({ ...ledger, measures: ["ledger.expended"], period: "year-to-date" }),
  );
  const first = await ask(named("spend-by-category"));
  expect(first.totals[0]!.value).toBe(717_49);
  expect(whole.totals[0]!.value).toBe(717_49);
  // One was approved on the first day of the fiscal year before.
  await owner.query(
    "update invoice set approved_at = '2025-10-01 12:00-05' where org_id = $1 and id = $2",
    [a.orgId, before],
  );
  const { rows, measures, totals } = await ask(named("spend-by-category"));
  expect(measures.map(({ label }) => label)).toEqual([
    "Approved bills: Spent",
    "Approved bills: Spent, the year before",
  ]);
  expect(rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)])).toEqual([
    ["None", 490_00, null],
    ["Construction (23)", 140_50, 77_00],
    ["R4…", 9_99, null],
  ]);
  expect(totals.map(({ value }) => value)).toEqual([640_49, 77_00]);
  const [construction] = rows.filter(({ names }) => names[0] === "Construction (23)");
  for (const cell of construction!.cells.slice(0, 2)) {
    const page = await opened("spending", cell.opens!);
    expect([page.total, page.totals!.spent]).toEqual([cell.rows, cell.value]);
  }
});

test("spending by department is the ledger's until today, and opens its movements", async () => {
  const { rows, totals } = await ask(named("spend-by-department"));
  const lines = await ask(
    questionInput.parse({
      measures: ["budget.expended"],
      by: ["department"],
      where: { side: ["spending"] },
      period: "fiscal-year",
    }),
  );
  expect(totals[0]!.value).toBe(lines.totals[0]!.value);
  expect(rows.map(({ names, cells }) => [names[0], cells[0]!.value])).toEqual(
    lines.rows.map(({ names, cells }) => [names[0], cells[0]!.value]),
  );
  const page = await opened("ledger", rows[0]!.cells[0]!.opens!);
  expect([page.total, page.totals!.expended]).toEqual([
    rows[0]!.cells[0]!.rows,
    rows[0]!.cells[0]!.value,
  ]);
});
