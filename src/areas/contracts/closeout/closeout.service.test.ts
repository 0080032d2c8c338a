// A contract is closed when every item of its closeout is proven, by its record or by another person
// than who closes it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { createInvoice } from "#areas/finance/finance.server.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment } from "../amendment/amendment.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { closeContract, stopContract } from "../contract/course.service.ts";
import { checklists, draftShippedList } from "./checklist.service.ts";
import { proveItem, readCloseout, reopenItem } from "./closeout.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const at = (id: string, reason = "Everything is done") => ({ id, version: null, reason });
const begin = (id: string) =>
  a.as(a.people.keeper, (tx) => stopContract(tx, a.people.keeper, "closeout", at(id)));
const close = (id: string, by = a.people.keeper) => a.as(by, (tx) => closeContract(tx, by, at(id)));
const read = (id: string) => readCloseout(t.database.read(a.people.author), a.people.author, id);
const open = async (id: string) =>
  (await read(id)).items.filter((item) => !item.ok).map((item) => item.proof);

test("what is open refuses the closing; the record proves orders and retainage, people the rest, and who proved closes nothing", async () => {
  const { author, keeper, buyer, deputy } = a.people;
  const id = await a.inForce({ retainagePercent: "5" });
  const order = await a.ordered(id, "1000.00");
  await a.issue(order);
  const { lineId } = await t.database.read(buyer).one<{ lineId: string }>(sql`
    select id as line_id
    from purchase_order_line
    where org_id = ${a.agency.orgId} and purchase_order_id = ${order}
  `);
  const billed = await a.as(deputy, (tx) =>
    createInvoice(
      tx,
      deputy,
      invoiceInput.parse({
        vendorId: a.vendor.id,
        purchaseOrderId: order,
        vendorNumber: "R-1",
        invoiceDate: agencyDay(0),
        lines: [
          {
            purchaseOrderLineId: lineId,
            description: "Stone",
            quantity: "1",
            unitPrice: "1000.00",
          },
        ],
      }),
    ),
  );
  await begin(id);
  // Construction alone is asked for waivers and consent.
  expect(await open(id)).toEqual(["orders", "receipt", "retainage", "evaluation", "retention"]);
  const { items, retainAtLeast } = await read(id);
  expect(items.map((item) => item.record)).toEqual([
    expect.stringMatching(/^Still open: PO-/),
    expect.stringMatching(/^Not everything came of PO-/),
    `$50.00 is withheld on ${billed.number}.`,
    null,
    null,
  ]);
  expect(retainAtLeast.slice(0, 4)).toBe(String(Number(agencyDay(200).slice(0, 4)) + 3));
  expect((await read(id)).gate.filter((f) => f.kind === "stops").length).toBeGreaterThan(1);
  await expect(close(id)).rejects.toMatchObject({
    message: expect.stringContaining("Every order is closed"),
  });
  const prove = (n: number, over: object = {}) =>
    a.as(author, (tx) =>
      proveItem(
        tx,
        author,
        { contractId: id, id: items[n]!.id, version: 1 },
        { evidence: "Seen by two people.", ...over },
      ),
    );
  await expect(prove(0)).rejects.toMatchObject({ code: "by_record" });
  await expect(prove(4, { retainUntil: agencyDay(900) })).rejects.toMatchObject({
    message: expect.stringContaining("2 CFR 200.334"),
  });
  await a.provedByHand(id);
  const at = (n: number, version: number) => ({ contractId: id, id: items[n]!.id, version });
  await expect(
    a.as(author, (tx) => proveItem(tx, author, at(3, 2), { evidence: "Seen once more." })),
  ).rejects.toThrow("It is proven already.");
  await expect(a.as(author, (tx) => reopenItem(tx, author, at(0, 1)))).rejects.toMatchObject({
    code: "not_proven",
  });
  expect(await open(id)).toEqual(["orders", "retainage"]);
  await a.as(deputy, (tx) =>
    tx.rows(sql`
      update invoice
      set retainage_released = retainage
      where org_id = ${a.agency.orgId} and id = ${billed.id}
    `),
  );
  await a.as(buyer, (tx) =>
    tx.rows(sql`
      update purchase_order
      set status = 'closed'
      where org_id = ${a.agency.orgId} and id = ${order}
    `),
  );
  await expect(close(id, author)).rejects.toMatchObject({
    message: expect.stringContaining("another person closes it"),
  });
  const evaluation = items[3]!;
  await a.as(author, (tx) =>
    reopenItem(tx, author, { contractId: id, id: evaluation.id, version: 2 }),
  );
  await expect(close(id)).rejects.toMatchObject({
    message: expect.stringContaining(evaluation.title),
  });
  await a.provedByHand(id);
  await close(id);
  expect((await a.read(id)).status).toBe("closed");
  // What the records said stays with it.
  expect((await read(id)).items).toMatchObject([
    { ok: true, evidence: "1 order, none open.", provenBy: null },
    { ok: true, provenBy: author.name },
    { ok: true, evidence: "No invoice withholds anything." },
    { ok: true },
    { ok: true, retainUntil: retainAtLeast, canReopen: false },
  ]);
  expect(keeper.personId).not.toBe(author.personId);
});

test("construction is asked for waivers with their document; a contract keeps the list that it began with", async () => {
  const { author, counsel, buyer } = a.people;
  const id = await a.inForce({ kind: "construction" });
  const order = await a.ordered(id, "10.00");
  await begin(id);
  expect(await open(id)).toEqual([
    ...["orders", "receipt", "waivers", "punch", "papers", "payrolls", "withholding"],
    ...["evaluation", "retention"],
  ]);
  const waivers = (await read(id)).items.find((item) => item.proof === "waivers")!;
  await expect(
    a.as(author, (tx) =>
      proveItem(
        tx,
        author,
        { contractId: id, id: waivers.id, version: 1 },
        { evidence: "They are all here." },
      ),
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining("Attach the document.") });
  await a.as(buyer, (tx) =>
    cancelOrder(tx, buyer, { id: order, version: null, reason: "Not needed" }),
  );
  expect(await open(id)).toEqual([
    ...["waivers", "punch", "papers", "payrolls", "withholding"],
    ...["evaluation", "retention"],
  ]);
  const publish = async (items: object[]) => {
    const draft = await a.as(author, (tx) => draftShippedList(tx, author));
    await a.as(author, (tx) =>
      checklists.change(tx, author, draft.id, { items: items as never }, draft.version),
    );
    return a.as(counsel, (tx) => checklists.publish(tx, counsel, draft.id, draft.version + 1));
  };
  const item = (proof: string) => ({ proof, title: `Ours: ${proof}`, hint: "", kind: null });
  await expect(publish([item("orders")])).rejects.toMatchObject({ status: 422 });
  await publish(["orders", "retainage", "retention", "other"].map(item));
  const next = await a.inForce();
  await begin(next);
  expect(await open(next)).toEqual(["retention", "other"]);
  expect((await read(next)).checklist).toBe("Closing a contract, version 1");
  expect((await read(id)).checklist).toBe("The product's own list");
});

test("a claim, a change order and an amendment that are under way stop the closing, named from the first day", async () => {
  const { author, keeper } = a.people;
  const id = await a.inForce();
  const stops = async () =>
    (await read(id)).gate.filter((f) => f.kind === "stops").map((f) => f.sentence);
  expect(await stops()).toEqual([]);
  const amendment = await a.as(author, (tx) =>
    createAmendment(
      tx,
      author,
      amendmentInput.parse({
        contractId: id,
        kind: "money",
        title: "More stone",
        reason: "The season is long",
        ceilingChange: 10_00,
      }),
    ),
  );
  const said = `Open in its closeout: Nothing on it is under way. Still open: amendment ${amendment.number}.`;
  expect(await stops()).toEqual([said]);
  await begin(id);
  expect(await stops()).toContain(said);
  await expect(close(id)).rejects.toMatchObject({
    message: expect.stringContaining(`amendment ${amendment.number}`),
  });
  await a.as(keeper, (tx) =>
    tx.rows(sql`
      update contract_amendment
      set status = 'cancelled'
      where org_id = ${a.agency.orgId} and id = ${amendment.id}
    `),
  );
  expect(await stops()).not.toContain(said);
});
