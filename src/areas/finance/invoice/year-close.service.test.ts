// A fiscal year is closed while purchases are under way at every stage; afterwards each of them
// goes on to its end in the next year.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { closeYear, reopenYear } from "#areas/budget/account/closing.service.ts";
import { previewClosing } from "#areas/budget/account/closing-preview.service.ts";
import { openFiscalYear } from "#areas/budget/account/year.service.ts";
import { createLine } from "#areas/budget/budget.server.ts";
import { amendLine } from "#areas/budget/line/line.service.ts";
import "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { cancelOrder, shortCloseOrder } from "#areas/procurement/order/closing.service.ts";
import { createAndIssue, issueOrder } from "#areas/procurement/order/issue.service.ts";
import { createOrder } from "#areas/procurement/order/order.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { cancelRequisition } from "#areas/procurement/requisition/course.service.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../finance.server.ts";
import { invoiceInput } from "./invoice.model.ts";
import { createInvoice } from "./invoice.service.ts";
import { submitInvoice } from "./submission.service.ts";
import { voidInvoice } from "./course.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

const setUp = async () => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager", duties: ["ap"] },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  for (const documentType of ["requisition", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  const account = await makeBudget(t.database, agency, 50_000_00);
  const other = await makeBudget(t.database, agency, 10_000_00);
  const vendorId = (await makeVendor(t.database, agency)).id;
  const { clerk, manager, admin, buyer, receiver, ap } = people;
  const ask = async (unitPrice: string, accountStringId = account.accountStringId) => {
    const asked = await as(clerk, (tx) =>
      createAndSubmit(
        tx,
        clerk,
        requisitionInput.parse({
          title: "Stone",
          justification: "Yard",
          departmentId: agency.departmentId,
          neededOn: agencyDay(60),
          lines: [
            {
              description: "Stone",
              quantity: "10",
              unit: "ton",
              unitPrice,
              splits: [{ accountStringId }],
            },
          ],
        }),
      ),
    );
    await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
    return { id: asked.id, line: asked.lines[0]!.id! };
  };
  const order = (line: string) =>
    orderInput.parse({
      title: "Stone",
      vendorId,
      departmentId: agency.departmentId,
      requisitionLines: [{ requisitionLineId: line }],
    });
  const buy = async (unitPrice: string) => {
    const r = await ask(unitPrice);
    const made = await as(buyer, async (tx) =>
      createAndIssue(tx, buyer, order(r.line), "http://levee.test"),
    );
    return { id: made.id, line: made.lines[0]!.id!, requisition: r.id, price: unitPrice };
  };
  const bill = async (
    o: { id: string; line: string; price: string },
    number: string,
    quantity: string,
    received = true,
  ) => {
    if (received)
      await as(receiver, (tx) =>
        postReceipt(
          tx,
          receiver,
          o.id,
          receiptInput.parse({ lines: [{ purchaseOrderLineId: o.line, quantity }] }),
          null,
        ),
      );
    return (
      await as(ap, (tx) =>
        createInvoice(
          tx,
          ap,
          invoiceInput.parse({
            vendorId,
            purchaseOrderId: o.id,
            vendorNumber: number,
            invoiceDate: agencyDay(0),
            lines: [
              {
                purchaseOrderLineId: o.line,
                description: "Stone",
                quantity,
                unit: "ton",
                unitPrice: o.price,
              },
            ],
          }),
        ),
      )
    ).id;
  };
  const send = async (id: string) =>
    (await as(ap, (tx) => submitInvoice(tx, ap, id, null))).approvalId!;
  const settle = async (id: string) => {
    const approvalId = await send(id);
    await as(manager, (tx) => decide(tx, manager, approvalId, "approve", "", null));
  };
  const takeBack = (id: string) =>
    as(manager, (tx) => voidInvoice(tx, manager, id, null, "Billed wrongly"));
  const db = t.database.read(admin);
  /** What each line holds by its own balances and by its ledger, by year and account. */
  const lines = async () => {
    const rows = await db.rows<{
      year: number;
      id: string;
      budget: number;
      pre: number;
      enc: number;
      spent: number;
      adjusted: number;
      ledger: string;
      closed: boolean;
    }>(sql`
      select
        y.year, l.account_string_id as id, l.original + l.adjusted as budget, l.adjusted,
        l.pre_encumbered as pre, l.encumbered as enc, l.expended as spent, l.closed,
        (
          select concat_ws(' ', sum(e.pre_encumbered), sum(e.encumbered), sum(e.expended))
          from commitment_entry e
          where e.org_id = l.org_id and e.budget_line_id = l.id
        ) as ledger
      from budget_line l
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      where l.org_id = ${agency.orgId}
      order by y.year
    `);
    for (const r of rows) if (r.ledger) expect(r.ledger).toBe(`${r.pre} ${r.enc} ${r.spent}`);
    const of = (year: number, id = account.accountStringId) =>
      rows.find((r) => r.year === year && r.id === id);
    return { of };
  };
  /** The agency's year ended yesterday, and the next one is open. */
  const endYear = async () => {
    await as(admin, (tx) =>
      tx.rows(sql`
        update fiscal_year
        set ends_on = ${agencyDay(-1)}
        where org_id = ${agency.orgId} and year = 2027
      `),
    );
    return as(admin, (tx) =>
      openFiscalYear(tx, admin, { year: 2028, startsOn: agencyDay(0), endsOn: agencyDay(365) }),
    );
  };
  const versionOf = async (table: "fiscal_year" | "budget_line", id: string) =>
    (
      await db.one<{ version: number }>(
        table === "fiscal_year"
          ? sql`select version from fiscal_year where org_id = ${agency.orgId} and id = ${id}`
          : sql`select version from budget_line where org_id = ${agency.orgId} and id = ${id}`,
      )
    ).version;
  const close = async (budget: "carry" | "next", id = agency.fiscalYearId) => {
    const version = await versionOf("fiscal_year", id);
    return as(admin, (tx) => closeYear(tx, admin, id, { budget, note: "" }, version));
  };
  const reopen = async (id: string) => {
    const version = await versionOf("fiscal_year", id);
    return as(admin, (tx) => reopenYear(tx, admin, id, "Late transfer", version));
  };
  const amend = async (id: string, amount: number) => {
    const version = await versionOf("budget_line", id);
    return as(admin, (tx) => amendLine(tx, admin, id, { amount, reason: "Late" }, version));
  };
  const yearsOf = (table: "purchase_order" | "requisition" | "invoice") =>
    db.rows<{ number: string; year: number; status: string }>(
      {
        purchase_order: sql`
          select d.number, y.year, d.status
          from purchase_order d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
        requisition: sql`
          select d.number, y.year, d.status
          from requisition d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
        invoice: sql`
          select d.number, y.year, d.status
          from invoice d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
      }[table],
    );
  return {
    agency,
    people,
    account,
    other,
    vendorId,
    ask,
    order,
    buy,
    bill,
    send,
    settle,
    takeBack,
    lines,
    endYear,
    close,
    reopen,
    amend,
    db,
    yearsOf,
  };
};

/**
 * Purchases at every stage: asked for; ordered but not gone out; ordered, billed in part and
 * posted, billed further and not posted; billed in part and closed short.
 */
const underway = async () => {
  const w = await setUp();
  const { buyer, admin } = w.people;
  const asked = await w.ask("100");
  const waiting = await w.ask("200");
  const draft = await as(buyer, (tx) => createOrder(tx, buyer, w.order(waiting.line)));
  const running = await w.buy("300");
  const posted = await w.bill(running, "A-1", "4");
  await w.settle(posted);
  const unposted = await w.bill(running, "A-2", "3");
  const ended = await w.buy("50");
  const early = await w.bill(ended, "A-3", "2");
  await w.settle(early);
  await as(admin, (tx) => shortCloseOrder(tx, admin, ended.id, null, "Nothing more will come"));
  return { ...w, asked, waiting, draft, running, posted, unposted, ended, early };
};

test("closing carries what is under way with its budget: the old year keeps what it spent, the next one holds the rest, and every purchase goes on to its end", async () => {
  const w = await underway();
  const { admin, buyer } = w.people;
  expect((await w.lines()).of(2027)).toMatchObject({
    budget: 50_000_00,
    pre: 3_000_00,
    enc: 1_800_00,
    spent: 1_300_00,
  });
  await w.endYear();
  const preview = await previewClosing(w.db, w.agency.fiscalYearId);
  expect(preview).toMatchObject({
    blocked: null,
    preEncumbered: 3_000_00,
    encumbered: 1_800_00,
    carriedBudget: 4_800_00,
    lapses: { carry: 60_000_00 - 1_300_00 - 4_800_00, next: 60_000_00 - 1_300_00 },
    short: { carry: [], next: [{ line: false, missing: 4_800_00 }] },
  });
  expect(new Map(preview.groups.map((g) => [g.documentType, [g.count, g.held]]))).toEqual(
    new Map([
      ["purchaseOrder", [2, 1_800_00]],
      ["requisition", [2, 3_000_00]],
      ["invoice", [1, 0]],
    ]),
  );
  expect(preview.documents[0]).toMatchObject({ documentType: "requisition", held: 2_000_00 });
  expect(await w.close("carry")).toMatchObject({ year: 2027, status: "closed" });
  const after = await w.lines();
  expect(after.of(2027)).toMatchObject({
    budget: 45_200_00,
    adjusted: -4_800_00,
    pre: 0,
    enc: 0,
    spent: 1_300_00,
    closed: true,
  });
  expect(after.of(2028)).toMatchObject({
    budget: 4_800_00,
    pre: 3_000_00,
    enc: 1_800_00,
    spent: 0,
    closed: false,
  });
  expect(
    [
      await w.yearsOf("requisition"),
      await w.yearsOf("purchase_order"),
      await w.yearsOf("invoice"),
    ].map((rows) => rows.map((r) => [r.status, r.year])),
  ).toEqual([
    [
      ["approved", 2028],
      ["ordered", 2028],
      ["ordered", 2027],
      ["ordered", 2027],
    ],
    [
      ["draft", 2028],
      ["partly_received", 2028],
      ["short_closed", 2027],
    ],
    [
      ["approved", 2027],
      ["matched", 2028],
      ["approved", 2027],
    ],
  ]);
  const entries = await w.db.rows<{ n: number; adjusted: number; pre: number; enc: number }>(sql`
    select
      count(*)::int as n, sum(adjusted)::bigint as adjusted, sum(pre_encumbered)::bigint as pre,
      sum(encumbered)::bigint as enc
    from commitment_entry
    where org_id = ${w.agency.orgId} and kind = 'carry'
  `);
  expect(entries).toEqual([{ n: 6, adjusted: 0, pre: 0, enc: 0 }]);
  const audited = await w.db.rows<{ action: string }>(sql`
    select action
    from audit_entry
    where org_id = ${w.agency.orgId}
      and action in (
        'fiscalYear.close', 'requisition.carry', 'purchaseOrder.carry', 'invoice.carry'
      )
    order by 1
  `);
  expect(audited.map((a) => a.action)).toEqual([
    "fiscalYear.close",
    "invoice.carry",
    "purchaseOrder.carry",
    "purchaseOrder.carry",
    "requisition.carry",
    "requisition.carry",
  ]);

  await w.settle(w.unposted);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 900_00, spent: 900_00 });
  await as(buyer, (tx) => submitOrder(tx, buyer, w.draft.id, null));
  await as(buyer, (tx) => issueOrder(tx, buyer, w.draft.id, null, "http://levee.test"));
  expect((await w.lines()).of(2028)).toMatchObject({ pre: 1_000_00, enc: 2_900_00 });
  await w.takeBack(w.posted);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 4_100_00, spent: -300_00 });
  await w.takeBack(w.early);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 4_100_00, spent: -400_00 });
  await w.settle(await w.bill(w.running, "A-4", "3"));
  await w.settle(await w.bill(w.running, "A-5", "4", false));
  await as(admin, (tx) => shortCloseOrder(tx, admin, w.running.id, null, "Enough"));
  await as(admin, (tx) => cancelOrder(tx, admin, w.draft.id, null, "Not needed"));
  await as(admin, (tx) => cancelRequisition(tx, admin, w.asked.id, null, "Not needed"));
  expect((await w.lines()).of(2028)).toMatchObject({ pre: 0, enc: 0, spent: 1_700_00 });
  expect((await w.lines()).of(2027)).toMatchObject({ pre: 0, enc: 0, spent: 1_300_00 });
});

test("an invoice taken back from an order that was closed short releases its expenditure and holds nothing", async () => {
  const w = await underway();
  const before = (await w.lines()).of(2027)!;
  await w.takeBack(w.early);
  expect((await w.lines()).of(2027)).toMatchObject({
    enc: before.enc,
    spent: before.spent - 100_00,
  });
});

test("against the next year's budget its lines and hard stops decide; what they lack is named, and nothing is changed", async () => {
  const w = await underway();
  const { admin } = w.people;
  const next = await w.endYear();
  await expect(w.close("next")).rejects.toMatchObject({
    code: "over_budget",
    message: expect.stringContaining(`has no line there (${formatCents(4_800_00)})`),
  });
  await as(admin, (tx) =>
    createLine(tx, admin, {
      fiscalYearId: next.id,
      accountStringId: w.account.accountStringId,
      original: 4_000_00,
      note: "",
    }),
  );
  await expect(w.close("next")).rejects.toMatchObject({
    code: "over_budget",
    message: expect.stringContaining("lacks $800.00"),
  });
  expect((await w.lines()).of(2027)).toMatchObject({ pre: 3_000_00, enc: 1_800_00, closed: false });
  const line = await w.db.one<{ id: string }>(sql`
    select id
    from budget_line
    where org_id = ${w.agency.orgId} and fiscal_year_id = ${next.id}
  `);
  await w.amend(line.id, 1_000_00);
  await w.close("next");
  expect((await w.lines()).of(2027)).toMatchObject({
    budget: 50_000_00,
    adjusted: 0,
    pre: 0,
    enc: 0,
  });
  expect((await w.lines()).of(2028)).toMatchObject({
    budget: 5_000_00,
    pre: 3_000_00,
    enc: 1_800_00,
  });
});

test("a year is closed after its last day, in turn, once, into an open next year; closed, it takes nothing; the last one can be opened again", async () => {
  const w = await underway();
  const { admin } = w.people;
  await expect(w.close("carry")).rejects.toMatchObject({
    code: "year_not_ready",
    message: expect.stringContaining("runs until"),
  });
  await as(admin, (tx) =>
    tx.rows(
      sql`update fiscal_year set ends_on = ${agencyDay(-1)} where org_id = ${w.agency.orgId}`,
    ),
  );
  await expect(w.close("carry")).rejects.toMatchObject({
    code: "year_not_ready",
    message: expect.stringContaining("Open the next fiscal year"),
  });
  await as(admin, (tx) =>
    openFiscalYear(tx, admin, { year: 2028, startsOn: agencyDay(0), endsOn: agencyDay(365) }),
  );
  const old = await as(admin, (tx) =>
    openFiscalYear(tx, admin, { year: 2025, startsOn: "2024-10-01", endsOn: "2025-09-30" }),
  );
  await expect(w.close("carry")).rejects.toMatchObject({
    code: "year_not_ready",
    message: expect.stringContaining("Close fiscal year 2025 first"),
  });
  await w.close("carry", old.id);
  await expect(
    as(admin, (tx) =>
      closeYear(tx, admin, w.agency.fiscalYearId, { budget: "carry", note: "" }, 99),
    ),
  ).rejects.toMatchObject({ status: 412 });
  await w.close("carry");
  await expect(w.close("carry")).rejects.toMatchObject({
    code: "year_not_ready",
    message: expect.stringContaining("closed already"),
  });
  await expect(w.amend(w.account.lineId, 5_00)).rejects.toMatchObject({ code: "year_closed" });
  await expect(w.reopen(old.id)).rejects.toMatchObject({
    code: "year_not_ready",
    message: expect.stringContaining("2027 was closed after it"),
  });
  expect(await w.reopen(w.agency.fiscalYearId)).toMatchObject({ status: "open" });
  await w.amend(w.account.lineId, 5_00);
  await w.takeBack(w.posted);
  expect([(await w.lines()).of(2027), (await w.lines()).of(2028)]).toMatchObject([
    { spent: 1_300_00, enc: 0 },
    { enc: 3_000_00, spent: -1_200_00 },
  ]);
});

test("a bill that was written while its year was closed is posted where its order went", async () => {
  const w = await setUp();
  const o = await w.buy("100");
  const id = await w.bill(o, "C-1", "10");
  await w.endYear();
  await w.close("carry");
  await as(w.people.admin, (tx) =>
    tx.rows(sql`
      update invoice
      set fiscal_year_id = ${w.agency.fiscalYearId}
      where org_id = ${w.agency.orgId} and id = ${id}
    `),
  );
  await w.settle(id);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 0, spent: 1_000_00 });
  expect(await w.yearsOf("invoice")).toMatchObject([{ status: "approved", year: 2028 }]);
});

test("a line is not adopted in a year that is being closed", async () => {
  const w = await setUp();
  const { admin } = w.people;
  await w.endYear();
  let adopting: Promise<unknown> | undefined;
  const version = (
    await w.db.one<{ version: number }>(sql`
      select version
      from fiscal_year
      where org_id = ${w.agency.orgId} and id = ${w.agency.fiscalYearId}
    `)
  ).version;
  const { id: accountStringId } = await w.db.one<{ id: string }>(sql`
    select account_string_id as id
    from budget_line
    where org_id = ${w.agency.orgId} and id = ${w.other.lineId}
  `);
  await as(admin, (tx) =>
    tx.rows(
      sql`delete from budget_line where org_id = ${w.agency.orgId} and id = ${w.other.lineId}`,
    ),
  );
  await as(admin, async (tx) => {
    await closeYear(tx, admin, w.agency.fiscalYearId, { budget: "carry", note: "" }, version);
    adopting = as(admin, (other) =>
      createLine(other, admin, {
        fiscalYearId: w.agency.fiscalYearId,
        accountStringId,
        original: 5_00,
        note: "",
      }),
    );
    adopting.catch(() => {});
    await new Promise((done) => setTimeout(done, 200));
  });
  await expect(adopting).rejects.toMatchObject({ code: "year_closed" });
});

test("a year closed while bills are being approved: each is posted before it or goes on in the next year, and the ledger adds up", async () => {
  const w = await setUp();
  const { manager } = w.people;
  const approvals: string[] = [];
  const orders = [];
  for (let i = 0; i < 6; i++) orders.push(await w.buy("100"));
  for (const [i, o] of orders.entries())
    approvals.push(await w.send(await w.bill(o, `R-${i}`, "10")));
  await w.endYear();
  const outcomes = await Promise.allSettled([
    ...approvals.map((id) => as(manager, (tx) => decide(tx, manager, id, "approve", "", null))),
    w.close("carry"),
  ]);
  expect(outcomes.at(-1)).toMatchObject({ status: "fulfilled" });
  const refused = outcomes
    .slice(0, -1)
    .flatMap((o) => (o.status === "rejected" ? [(o.reason as { code: string }).code] : []));
  expect(refused.every((code) => code === "year_closed")).toBe(true);
  for (const [i, id] of approvals.entries())
    if (outcomes[i]!.status === "rejected")
      await as(manager, (tx) => decide(tx, manager, id, "approve", "", null));
  const after = await w.lines();
  const old = after.of(2027)!;
  const next = after.of(2028);
  expect([old.enc, next?.enc ?? 0, old.spent + (next?.spent ?? 0)]).toEqual([0, 0, 6_000_00]);
  expect((await w.yearsOf("invoice")).every((i) => i.status === "approved")).toBe(true);
});
