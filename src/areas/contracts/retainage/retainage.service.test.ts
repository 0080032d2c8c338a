// Law's cap on contract and invoice, what may be held after substantial completion, and its release:
// from a claim that was known late, over its settlement and change order, to the closed contract.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { createInvoice } from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { releaseRetainage, withholdRetainage } from "#areas/finance/invoice/retainage.service.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { stopContract } from "../contract/course.service.ts";
import { readCloseout } from "../closeout/closeout.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { recordCompletion } from "./completion.service.ts";
import { releaseOfContract } from "./release.service.ts";
import { completionInput } from "./retainage.model.ts";
import { readRetainage } from "./retainage.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  const { state: _s, ...law } = stateRules.find(
    (rule) => rule.state === "Minnesota" && rule.key === "retainage",
  )!;
  await a.as(a.people.deputy, (tx) =>
    addRule(tx, a.people.deputy, {
      ...law,
      jurisdiction: "state",
      effectiveTo: null,
      verified: true,
    }),
  );
});
afterAll(() => t.drop());

const built = (over: object = {}) =>
  a.inForce({ kind: "construction", retainagePercent: "5", ...over });
const issued = async (contractId: string, dollars: string) => {
  const id = await a.ordered(contractId, dollars);
  await a.issue(id);
  const { lineId } = await t.database.read(a.people.buyer).one<{ lineId: string }>(sql`
    select id as line_id
    from purchase_order_line
    where org_id = ${a.agency.orgId} and purchase_order_id = ${id}
  `);
  return { id, lineId };
};
let bills = 0;
const billed = (order: { id: string; lineId: string }, dollars: string, over: object = {}) =>
  a.as(a.people.deputy, (tx) =>
    createInvoice(
      tx,
      a.people.deputy,
      invoiceInput.parse({
        vendorId: a.vendor.id,
        purchaseOrderId: order.id,
        vendorNumber: `B-${++bills}`,
        invoiceDate: agencyDay(0),
        lines: [
          {
            purchaseOrderLineId: order.lineId,
            description: "Work",
            quantity: String(Number(dollars) / 1000),
            unitPrice: "1000.00",
          },
        ],
        ...over,
      }),
    ),
  );
const complete = (id: string, over: object = {}, version = 0) =>
  a.as(a.people.author, (tx) =>
    recordCompletion(
      tx,
      a.people.author,
      id,
      completionInput.parse({
        completedOn: agencyDay(-1),
        costToCorrect: 10_00,
        remaining: "Two manhole covers",
        papersOpen: false,
        ...over,
      }),
      version,
    ),
  );
const standing = (id: string) =>
  readRetainage(t.database.read(a.people.author), a.people.author, id);
const approve = (invoiceId: string) =>
  a.as(a.people.deputy, (tx) =>
    tx.rows(sql`
      update invoice
      set status = 'approved'
      where org_id = ${a.agency.orgId} and id = ${invoiceId}
    `),
  );
const dues = (id: string) =>
  t.database.read(a.people.author).rows<{ dueOn: string; status: string }>(sql`
    select due_on, status
    from deadline
    where org_id = ${a.agency.orgId}
      and source_type = 'contract'
      and source_id = ${id}
      and key = 'retainage'
  `);

test("no contract goes to counsel above the cap, and no invoice keeps more back than it", async () => {
  const over = await a.drafted({ kind: "construction", retainagePercent: "7.5" });
  expect((await a.read(over.id)).missing).toContainEqual(
    "Retainage of 7.5% is above the 5% that Minn. Stat. 15.72, subd. 2 allows. Enter 5% or less.",
  );
  expect(
    (await a.read((await a.drafted({ retainagePercent: "7.5" })).id)).missing,
  ).not.toContainEqual(expect.stringContaining("Retainage"));
  const order = await issued(await built(), "1000.00");
  await expect(billed(order, "1000.00", { retainage: 60_00 })).rejects.toMatchObject({
    errors: [
      {
        path: "retainage",
        message: "At most $50.00 may be kept back of this invoice (Minn. Stat. 15.72, subd. 2).",
      },
    ],
  });
  expect(await billed(order, "1000.00")).toMatchObject({ retainage: 50_00 });
});

test("after substantial completion the rest has its day, nothing more is withheld, and the closeout says so", async () => {
  const { author, keeper, manager, deputy } = a.people;
  const id = await built();
  const order = await issued(id, "3000.00");
  const first = await billed(order, "2000.00");
  expect(first.retainage).toBe(100_00);
  await expect(complete(id, { completedOn: agencyDay(1) })).rejects.toMatchObject({
    errors: [{ path: "completedOn" }],
  });
  await expect(complete((await a.drafted()).id)).rejects.toMatchObject({
    code: "contract_not_in_force",
  });
  expect(completionInput.safeParse({ completedOn: agencyDay(-1), costToCorrect: 1 }).success).toBe(
    false,
  );
  await complete(id);
  // 250 percent of $10.00 may be held: $75.00 go back within 60 days.
  expect(await standing(id)).toMatchObject({
    withheld: 100_00,
    atMost: 25_00,
    over: 75_00,
    releaseBy: agencyDay(59),
    canRecord: true,
  });
  expect(await dues(id)).toEqual([{ dueOn: agencyDay(59), status: "open" }]);
  // What is billed now keeps nothing back: the whole already holds more than law allows.
  expect((await billed(order, "500.00")).retainage).toBe(0);
  await expect(billed(order, "500.00", { retainage: 1 })).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining("substantially complete") as string }],
  });
  await a.as(keeper, (tx) =>
    stopContract(tx, keeper, "closeout", { id, version: null, reason: "The work is done" }),
  );
  const said = async () =>
    (await readCloseout(t.database.read(author), author, id)).items.find(
      (item) => item.proof === "retainage",
    );
  expect((await said())?.record).toContain("$75.00 of $100.00 withheld is to be released by");
  await approve(first.id);
  const at = { id: first.id, version: null, reason: "Substantially complete" };
  await expect(
    a.as(deputy, (tx) => releaseRetainage(tx, deputy, at, { amount: 75_00 })),
  ).rejects.toMatchObject({ status: 409 });
  await a.as(manager, (tx) => releaseRetainage(tx, manager, at, { amount: 75_00 }));
  expect((await dues(id))[0]?.status).not.toBe("open");
  await expect(a.as(manager, (tx) => withholdRetainage(tx, manager, at))).rejects.toMatchObject({
    code: "law_limits",
  });
  // The covers are set: the rest is free, and the deadline is back until it is released.
  await complete(id, { costToCorrect: 0, remaining: "" }, 1);
  expect(await standing(id)).toMatchObject({ withheld: 25_00, atMost: 0, over: 25_00 });
  await a.as(manager, (tx) => releaseRetainage(tx, manager, at, {}));
  expect((await said())?.ok).toBe(true);
  expect((await standing(id)).finding).toBe("Nothing is withheld.");
});

test("a release over the contract goes to its invoices, the oldest first, and all of it or nothing", async () => {
  const { manager, deputy } = a.people;
  const id = await built();
  const order = await issued(id, "6000.00");
  const young = await billed(order, "2000.00", { invoiceDate: agencyDay(-1) });
  const old = await billed(order, "1000.00", { invoiceDate: agencyDay(-20) });
  const open = await billed(order, "3000.00", { invoiceDate: agencyDay(-30) });
  await approve(young.id);
  await approve(old.id);
  const release = (amount: number, actor = manager) =>
    a.as(actor, (tx) => releaseOfContract(tx, actor, id, { amount, reason: "The law's day" }));
  const withheldOf = async () =>
    Object.fromEntries((await standing(id)).invoices.map((i) => [i.id, i.withheld]));
  // The oldest of all is not approved: nothing of it can be released.
  await expect(release(150_01)).rejects.toMatchObject({
    errors: [
      { path: "amount", message: "Approved invoices withhold $150.00. Release that or less." },
    ],
  });
  // Who entered the invoices releases none of it.
  await expect(release(70_00, deputy)).rejects.toMatchObject({ status: 409 });
  expect(await withheldOf()).toEqual({ [young.id]: 100_00, [old.id]: 50_00, [open.id]: 150_00 });
  expect((await release(70_00)).parts).toEqual([
    { id: old.id, number: old.number, amount: 50_00 },
    { id: young.id, number: young.number, amount: 20_00 },
  ]);
  expect(await withheldOf()).toEqual({ [young.id]: 80_00, [open.id]: 150_00 });
  // Two at once: together never more than is withheld.
  const both = await Promise.allSettled([release(50_00), release(50_00)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await withheldOf()).toEqual({ [young.id]: 30_00, [open.id]: 150_00 });
});
