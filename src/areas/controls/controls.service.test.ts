import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf } from "#server/testing/asking.ts";
import { allControlChecks, controlCheck, judgeFacts } from "#server/controls/control-checks.ts";
import { recordQuote } from "#areas/procurement/quote/quote.service.ts";
import { quoteInput } from "#areas/procurement/quote/quote.model.ts";
import { runList } from "#server/http/list-page.ts";
import {
  a,
  as,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  standingsOf,
  t,
} from "./controls.setup.ts";
import { controls } from "./control/control.service.ts";
import { controlInput } from "./control/control.model.ts";
import { failureList } from "./failure/failure.list.ts";
import { readFailure } from "./failure/failure.read.service.ts";
import {
  answerFailure,
  assignFailure,
  judgeAgain,
  returnFailure,
} from "./failure/failure.service.ts";
import { complianceOwners, complianceStages } from "./failure/failure.read.service.ts";
import { standingsOfRecord } from "./standing/standing.service.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { receiveGoods } from "#server/testing/purchase.ts";
import { createInvoice } from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { listControls, monthsOfControl } from "./control/control.read.service.ts";

controlTests();

const at = (id: string) => ({ id, version: null });
const quote = (answer: "quoted" | "declined", source: string) =>
  quoteInput.parse({
    source,
    answer,
    cents: answer === "quoted" ? 20_000_00 : null,
    answeredOn: "2026-01-05",
    way: "email",
  });

const resultsOf = (subjectId: string) =>
  t.database.read(people.admin).rows<{
    checkName: string;
    answer: string;
    said: string;
    facts: Record<string, unknown>;
  }>(sql`
    select v.check_name, r.answer, r.said, r.facts
    from control_result r
    join control_version v on v.org_id = r.org_id and v.id = r.version_id
    where r.org_id = ${a.orgId} and r.subject_id = ${subjectId}
    order by r.judged_at, v.check_name
  `);

test("an order without quotes fails with its citation; two quotes and a decline satisfy it", async () => {
  const order = await orderOf(20_000_00);
  await judgeNow();
  expect(await standingsOf(order)).toMatchObject({
    "order.afterInvoice": "not_applicable",
    "order.approvalPace": "pass",
    "order.belowApproval": "pass",
    "order.bothEnds": "pass",
    "order.ground": "not_applicable",
    "order.likeOrders": "pass",
    "order.method": "pass",
    "order.ownOverride": "not_applicable",
    "order.quotes": "fail",
    "order.receiptFirst": "not_applicable",
  });
  const { "order.quotes": failure } = await failuresOf(order);
  expect(failure).toMatchObject({
    status: "open",
    said: "0 suppliers asked, 0 quoted; 3 wanted.",
    citation: "2 CFR 200.1, 200.320(a)(2)",
    ownerId: people.buyer.personId,
  });
  const record = (said: ReturnType<typeof quote>) =>
    as(people.buyer, (tx, actor) =>
      recordQuote(tx, actor, { type: "purchaseOrder", id: order }, said),
    );
  await record(quote("quoted", "Stone & Son"));
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]).toMatchObject({
    status: "open",
    said: "1 supplier asked, 1 quoted; 3 wanted.",
  });
  for (const said of [quote("quoted", "Delta Rock"), quote("declined", "Quarry Co")])
    await record(said);
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]).toMatchObject({ status: "closed" });
  expect((await standingsOf(order))["order.quotes"]).toBe("pass");
});

test("what was judged stays, once for each new answer; replayed facts give the stored answer", async () => {
  const order = await orderOf(21_000_00);
  await judgeNow();
  const first = await resultsOf(order);
  await judgeNow();
  expect(await resultsOf(order)).toEqual(first);
  const checks = allControlChecks().filter(({ subject }) => subject === "purchaseOrder");
  expect(first.length).toBe(checks.length);
  for (const { checkName, facts, answer, said } of first)
    expect(judgeFacts(controlCheck(checkName)!, facts)).toMatchObject({ answer, said });
  await expect(
    as(people.admin, (tx) =>
      tx.rows(sql`update control_result set answer = 'pass' where org_id = ${a.orgId}`),
    ),
  ).rejects.toThrow(/permission denied/);
});

test("its owner answers, an officer asks again and assigns; nobody closes it while its check fails", async () => {
  const order = await orderOf(22_000_00);
  await judgeNow();
  const { id } = (await failuresOf(order))["order.quotes"]!;
  const answer = { answer: "Three were asked by phone; the notes are being found." };
  await expect(
    as(people.clerk, (tx, actor) => answerFailure(tx, actor, at(id), answer)),
  ).rejects.toThrow("Whoever owns the record answers for it.");
  await as(people.buyer, (tx, actor) => answerFailure(tx, actor, at(id), answer));
  await as(people.officer, (tx, actor) =>
    returnFailure(tx, actor, { ...at(id), reason: "Which three?" }),
  );
  await expect(
    as(people.officer, (tx, actor) =>
      assignFailure(tx, actor, at(id), { ownerId: "00000000-0000-4000-8000-000000000001" }),
    ),
  ).rejects.toMatchObject({ code: "owner_unknown" });
  await as(people.officer, (tx, actor) =>
    assignFailure(tx, actor, at(id), { ownerId: people.manager.personId! }),
  );
  await as(people.officer, (tx, actor) => judgeAgain(tx, actor, id));
  const read = await readFailure(t.database.read(people.officer), people.officer, id);
  expect(read).toMatchObject({ status: "assigned", owner: "manager", answer: answer.answer });
  expect(read.actions.map(({ name }) => name)).not.toContain("close");
});

test("officers see every failure, others those of their own records, another agency none", async () => {
  const order = await orderOf(23_000_00);
  await judgeNow();
  const { id } = (await failuresOf(order))["order.quotes"]!;
  const seen = async (actor: Actor) =>
    (
      await runList(t.database.read(actor), actor, failureList, {
        page: 1,
        limit: 100,
      } as never)
    ).items.some((row) => (row as { id: string }).id === id);
  expect(await Promise.all([people.officer, people.buyer, people.clerk].map(seen))).toEqual([
    true,
    true,
    false,
  ]);
  await expect(readFailure(t.database.read(people.clerk), people.clerk, id)).rejects.toMatchObject({
    status: 404,
  });
});

test("a control that only watches asks nobody; put in force again it asks", async () => {
  const order = await orderOf(24_000_00);
  await judgeNow();
  const held = (await listControls(t.database.read(people.officer))).find(
    (c) => c.checkName === "order.quotes",
  )!;
  const next = async (mode: "watch" | "warn") => {
    const draft = await as(people.officer, (tx, actor) =>
      controls.draft(tx, actor, controlInput.parse({ ...held, mode }), held.definitionId),
    );
    await as(people.manager, (tx, actor) => controls.publish(tx, actor, draft.id, draft.version));
    await judgeNow();
  };
  await next("watch");
  expect((await failuresOf(order))["order.quotes"]!.status).toBe("closed");
  expect((await standingsOf(order))["order.quotes"]).toBe("fail");
  await next("warn");
  expect((await failuresOf(order))["order.quotes"]!.status).toBe("reopened");
});

test("a draft that names no check of the product, or no duty, is not published", async () => {
  const draft = await as(people.officer, (tx, actor) =>
    controls.draft(
      tx,
      actor,
      controlInput.parse({
        name: "Mine",
        checkName: "order.none",
        severity: "low",
        mode: "watch",
        days: 5,
        ownerDuty: "nobody",
      }),
    ),
  );
  await expect(
    as(people.manager, (tx, actor) => controls.publish(tx, actor, draft.id, draft.version)),
  ).rejects.toMatchObject({ status: 422 });
});

test("stages, owners and months count what stands", async () => {
  const db = t.database.read(people.officer);
  const stages = await complianceStages(db);
  expect(stages).toHaveLength(7);
  const open = await db.one<{ n: number }>(sql`
    select count(*)::int as n
    from control_failure
    where org_id = ${a.orgId} and status <> 'closed'
  `);
  expect(stages.reduce((n, each) => n + each.open, 0)).toBe(open.n);
  const failures = (query: string) =>
    askingOf(() => t)<{ total: number }>(people.officer, `GET /api/v1/control-failures?${query}`);
  for (const stage of stages) expect((await failures(stage.query)).total).toBe(stage.open);
  const owners = await complianceOwners(db);
  expect(owners.reduce((n, each) => n + each.open, 0)).toBe(open.n);
  const quotes = (await listControls(db)).find((c) => c.checkName === "order.quotes")!;
  const months = await monthsOfControl(db, quotes.definitionId);
  expect(months.reduce((n, m) => n + m.failed, 0)).toBe(quotes.counts.fail);
});

test("whoever reads an order sees which controls it meets and breaks; another agency nothing", async () => {
  const order = await orderOf(25_000_00);
  await judgeNow();
  const of = (actor: Actor) =>
    standingsOfRecord(t.database.read(actor), actor, "purchaseOrder", order);
  const known = ["Quotes of a small purchase", "Just below another approval"];
  const seen = (await of(people.clerk)).filter(({ control }) => known.includes(control));
  expect(seen.map(({ control, answer }) => [control, answer])).toEqual([
    ["Quotes of a small purchase", "fail"],
    ["Just below another approval", "pass"],
  ]);
  const other = await makeAgency(t.database);
  const { clerk } = await makeMembers(t.database, other, { clerk: {} });
  await expect(of(clerk)).rejects.toMatchObject({ status: 404 });
});

test("an order that went out behind its bill fails, and passes once the bill is void", async () => {
  const order = await orderOf(9_000_00);
  const bill = await as(people.ap, (tx, actor) =>
    createInvoice(
      tx,
      actor,
      invoiceInput.parse({
        vendorId: a.vendorId,
        purchaseOrderId: order,
        vendorNumber: "EARLY-1",
        invoiceDate: "2026-01-05",
        lines: [
          {
            accountStringId: a.accountStringId,
            description: "Stone",
            quantity: "1",
            unitPrice: "10.00",
          },
        ],
      }),
    ),
  );
  await judgeNow();
  expect((await failuresOf(order))["order.afterInvoice"]).toMatchObject({ status: "open" });
  await as(people.ap, (tx, actor) =>
    voidInvoice(tx, actor, { ...at(bill.id), reason: "It is of another agency." }),
  );
  await judgeNow();
  expect((await failuresOf(order))["order.afterInvoice"]).toMatchObject({ status: "closed" });
});

test("what broke a control ends when the control is retired", async () => {
  const order = await orderOf(26_000_00);
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]!.status).toBe("open");
  const held = (await listControls(t.database.read(people.officer))).find(
    (c) => c.checkName === "order.quotes" && c.status === "published",
  )!;
  await as(people.manager, (tx, actor) => controls.retire(tx, actor, held.id, held.version));
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]!.status).toBe("closed");
});

test("whoever sent the order and received it as well is found on both ends; a clean chain is not", async () => {
  const [clean, joined] = [await orderOf(3_000_00), await orderOf(3_100_00)];
  for (const id of [clean, joined]) {
    const lines = await t.database.read(people.buyer).rows<{ id: string }>(sql`
      select id
      from purchase_order_line
      where org_id = ${a.orgId} and purchase_order_id = ${id}
    `);
    await receiveGoods(t.database, people, { id, lines }, ["1"]);
  }
  // The product refuses it; a clerk who came from another system may still have done it.
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update receipt
      set received_by = ${people.buyer.personId}
      where org_id = ${a.orgId} and purchase_order_id = ${joined}
    `),
  );
  await judgeNow();
  expect((await failuresOf(clean))["order.bothEnds"]).toBeUndefined();
  expect((await failuresOf(joined))["order.bothEnds"]).toMatchObject({
    status: "open",
    said: "buyer ordered and received it.",
    citation: "Agency policy on internal control; 2 CFR 200.303(a)",
  });
});
