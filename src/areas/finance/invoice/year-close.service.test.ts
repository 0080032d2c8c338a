// A fiscal year is closed while purchases are under way at every stage; afterwards each of them
// goes on to its end in the next year.
import "#areas/procurement/procurement.server.ts";
import "../finance.server.ts";
import { expect, test } from "vitest";
import { formatCents } from "#kernel/money.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { previewClosing } from "#areas/budget/account/closing-preview.service.ts";
import { closeYear } from "#areas/budget/account/closing.service.ts";
import { openFiscalYear } from "#areas/budget/account/year.service.ts";
import { createLine } from "#areas/budget/budget.server.ts";
import { cancelOrder, shortCloseOrder } from "#areas/procurement/order/closing.service.ts";
import { issueOrder } from "#areas/procurement/order/issue.service.ts";
import { createOrder } from "#areas/procurement/order/order.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import { cancelRequisition } from "#areas/procurement/requisition/course.service.ts";
import { setUp, as, yearCloseSetUp } from "#server/testing/year-close.ts";

yearCloseSetUp();

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
  await as(admin, (tx) =>
    shortCloseOrder(tx, admin, { id: ended.id, version: null, reason: "Nothing more will come" }),
  );
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
      ["budgetAmendment", [0, 0]],
      ["subaward", [0, 0]],
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
  await as(buyer, (tx) => submitOrder(tx, buyer, { id: w.draft.id, version: null }));
  await as(buyer, (tx) =>
    issueOrder(tx, buyer, { id: w.draft.id, version: null }, "http://levee.test"),
  );
  expect((await w.lines()).of(2028)).toMatchObject({ pre: 1_000_00, enc: 2_900_00 });
  await w.takeBack(w.posted);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 4_100_00, spent: -300_00 });
  await w.takeBack(w.early);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 4_100_00, spent: -400_00 });
  await w.settle(await w.bill(w.running, "A-4", "3"));
  await w.settle(await w.bill(w.running, "A-5", "4", false));
  await as(admin, (tx) =>
    shortCloseOrder(tx, admin, { id: w.running.id, version: null, reason: "Enough" }),
  );
  await as(admin, (tx) =>
    cancelOrder(tx, admin, { id: w.draft.id, version: null, reason: "Not needed" }),
  );
  await as(admin, (tx) =>
    cancelRequisition(tx, admin, { id: w.asked.id, version: null, reason: "Not needed" }),
  );
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
