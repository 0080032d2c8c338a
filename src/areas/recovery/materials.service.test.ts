// Sandbags of the stores in a recovery project: what proves them, who claims them, and that nobody else does.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { withParts } from "#areas/governance/governance.server.ts";
import { claimCost, stockCostsOf } from "#areas/finance/finance.server.ts";
import { sql } from "#server/db/sql.ts";
import "./recovery.server.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeBoughtStock, type BoughtStock } from "#server/testing/bought-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import * as recoveries from "#server/testing/recovery.ts";
import { formsOf } from "./forms/forms.service.ts";
import { choicesOf } from "./item/item.read.service.ts";
import { traceOf } from "./request/trace.service.ts";

let t: TestDatabase;
let s: BoughtStock;
let people: Record<"recovery" | "certifier" | "both", Actor>;
let declaration: { id: string };
let projectId: string;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeBoughtStock(t);
  people = await makeMembers(t.database, s.agency, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
    both: { duties: ["storekeeper", "recovery"] },
  });
  declaration = await recoveries.declaredDisaster(t.database, people.recovery);
  projectId = await recoveries.obligatedProject(t.database, people.recovery, declaration.id);
});
afterAll(() => t.drop());

const db = () => t.database.read(people.recovery);
const path = (id = projectId) => `/api/v1/pa-projects/${id}/materials`;
const issue = async (itemId: string, quantity: string, consumer?: object): Promise<string> => {
  const { id } = await s.post(
    {
      kind: "issue",
      consumer: consumer ?? { type: "project", id: projectId },
      lines: [{ itemId, fromLocationId: s.bay, quantity }],
    },
    people.both,
  );
  return (await s.read(id)).content[0]!.id;
};
const take = (stockLineIds: readonly string[], over: object = {}, to = projectId) =>
  s.asking<{ assigned: number }>(people.recovery, `POST ${path(to)}`, {
    stockLineIds,
    site: "County Road 14 at the creek",
    ...over,
  });
const refused = (...given: Parameters<typeof take>) => refusalOf(take(...given).then(String));
const proved = (invoiceId: string) =>
  s.as(people.recovery, async (tx) => {
    await recoveries.paperOn(tx, "invoice", invoiceId, "bill.pdf");
    await tx.rows(sql`update cost_line set emergency = true where invoice_id = ${invoiceId}`);
  });

test("bags of an order are claimed at what their bill says, and nobody claims these cents again", async () => {
  const bags = await s.item({ name: "Sandbags" });
  const bought = await s.buy(bags, "100", "5.00");
  const line = await issue(bags, "40");
  expect(await refused([line])).toContain("cost_claimed");
  const waiting = await s.asking<{ items: object[] }>(people.recovery, `GET ${path()}`);
  expect(waiting.items).toMatchObject([
    {
      why: "Nothing of what it was bought for is free: no bill is posted yet, or an award drew it.",
    },
  ]);
  const invoice = await s.bill(bought);
  const offered = await s.asking<{ items: object[] }>(people.recovery, `GET ${path()}`);
  expect(offered.items).toMatchObject([
    { item: "Sandbags", quantity: "40", cents: 200_00, billed: 200_00, unpriced: false, why: null },
  ]);
  expect(await take([line])).toEqual({ assigned: 1 });
  const second = await recoveries.obligatedProject(t.database, people.recovery, declaration.id);
  expect(await refused([line], {}, second)).toContain("material_taken");
  const request = await s.asking<{ id: string }>(
    people.recovery,
    `POST /api/v1/pa-projects/${projectId}/requests`,
  );
  const check = () =>
    s.asking(people.recovery, `POST /api/v1/pa-requests/${request.id}/actions/check`);
  const why = await refusalOf(check().then(String));
  expect(why).toContain("No file of the invoice");
  expect(why).toContain("only $0.00 of what it was bought for are paid");
  await proved(invoice);
  await s.pay(invoice, 500_00);
  await check();
  const [cost] = await stockCostsOf(db(), [line]);
  expect(cost).toMatchObject({ cents: 200_00, paid: 200_00, open: 0 });
  const by = { kind: "drawdown", id: newId(), number: "DRW-1", funderId: newId() };
  for (const costLineId of [cost!.id, cost!.boughtId]) {
    const award = s.as(s.buyers.ap, (tx, actor) =>
      claimCost(tx, actor, { ...by, funderNumber: "AWD-1" }, [
        { costLineId, cents: 300_01, share: "federal" },
      ]),
    );
    expect(await refusalOf(award.then(String))).toContain("cost_claimed");
  }
  const { text, payments } = await traceOf(db(), request.id);
  const row = text.split("\r\n")[1]!;
  for (const part of [/MOV-/, /RCV-/, /PO-/, /INV-/, /Sandbags, 40 bag/, /Invoices/, /Road 14/])
    expect(row).toMatch(part);
  expect(payments).toContain("invoice");
  const kept = await s.db().rows<{ id: string; kind: string; lotId: string | null }>(sql`
    select distinct m.id, m.kind, l.lot_id
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and l.item_id = ${bags}
  `);
  const moved = kept.map(({ id }) => id);
  expect(kept.map(({ kind }) => kind).toSorted()).toEqual(["issue", "receipt"]);
  // The order brings its receipt, its issue; the project the issue that it claims; another project nothing.
  expect(await withParts(db(), [bought.order.id])).toEqual(expect.arrayContaining(moved));
  const issues = kept.filter(({ kind }) => kind === "issue").map(({ id }) => id);
  expect(await withParts(db(), [projectId])).toEqual(expect.arrayContaining(issues));
  expect(await withParts(db(), [second])).toEqual([second]);
  const forms = await formsOf(db(), projectId);
  const materials = forms.find(({ key }) => key === "materials")!;
  expect(materials.rows[0]).toEqual(
    expect.arrayContaining(["40 bag", "$5.00 (Invoices)", expect.stringMatching(/^Stock MOV-/)]),
  );
  expect(materials.total).toBe(200_00);
  const chain = await s.asking<{ items: { behind: object[] }[] }>(
    people.recovery,
    `GET /api/v1/pa-projects/${projectId}/material-chain`,
  );
  expect(chain.items).toMatchObject([
    { basis: "invoice", unitCents: 5_00, behind: [{ cents: 200_00, paid: 200_00 }] },
  ]);
  await s.post({
    kind: "return",
    lines: [{ itemId: bags, toLocationId: s.bay, quantity: "5", returnsLineId: line }],
  });
  await s.asking(people.recovery, `POST /api/v1/pa-requests/${request.id}/actions/cancel`, {
    reason: "Bags came back.",
  });
  const again = await s.asking<{ id: string }>(
    people.recovery,
    `POST /api/v1/pa-projects/${projectId}/requests`,
  );
  const back = s.asking(people.recovery, `POST /api/v1/pa-requests/${again.id}/actions/check`);
  expect(await refusalOf(back.then(String))).toContain("came back to the stores");
});

test("what came by no order costs the price of the stores, or one with its reason", async () => {
  const opening = await s.item();
  await s.found(opening, "10", 10_00);
  const free = await s.item();
  await s.found(free, "10", 0);
  const [counted, given] = [await issue(opening, "4"), await issue(free, "4")];
  expect(await refused([counted, given])).toContain("price_missing");
  const price = { basis: "area", unitCents: 150, reason: "Two vendors asked on the day." };
  expect(await take([counted, given], { price })).toEqual({ assigned: 2 });
  const chain = await s.asking<{ items: object[] }>(
    people.recovery,
    `GET /api/v1/pa-projects/${projectId}/material-chain`,
  );
  expect(chain.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ basis: "established", cents: 4_00, behind: [] }),
      expect.objectContaining({ basis: "area", cents: 6_00, behind: [] }),
    ]),
  );
});

test("what went elsewhere, is gone or is another agency's is refused", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const elsewhere = await issue(id, "1", s.department());
  expect(await refused([elsewhere])).toContain("other_consumer");
  expect(await refused([newId()])).toContain("no_issue");
  expect(await refused([await issue(id, "1")], {}, newId())).toContain("not_found");
  const clerk = s.asking(s.people.clerk, `POST ${path()}`, {
    stockLineIds: [newId()],
    site: "Yard",
  });
  expect(await refusalOf(clerk.then(String))).toContain("not_allowed");
  const foreign = s.asking(s.elsewhere, `GET ${path()}`);
  expect(await refusalOf(foreign.then(String))).toMatch(/not_allowed|not_found/);
});

test("a bill of goods that the stores took in is not offered as a cost: what is issued of them is", async () => {
  const bought = await s.buy(await s.item(), "10", "5.00");
  const { lines } = bought.order;
  const invoiceId = await s.bill(bought);
  const offered = async () => {
    const { number } = await s.db().one<{ number: string }>(sql`
      select number
      from invoice
      where org_id = ${s.agency.orgId} and id = ${invoiceId}
    `);
    return (await choicesOf(db(), projectId)).some((one) => one.documentNumber === number);
  };
  expect(await offered()).toBe(false);
  await s.as(people.recovery, (tx) =>
    tx.rows(sql`
      delete from stock_order_line
      where org_id = ${s.agency.orgId} and order_line_id = ${lines[0]!.id}
    `),
  );
  expect(await offered()).toBe(true);
});
