import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { invoiceList } from "./invoice.list.ts";
import { invoiceSummary, readInvoice } from "./invoice.read.service.ts";
import { acceptException } from "./exception.service.ts";
import { editInvoice, takeBackInvoice } from "./correction.service.ts";
import { submitInvoice } from "./submission.service.ts";
import { voidInvoice } from "./course.service.ts";
import {
  invoiceTests,
  t,
  agency,
  account,
  vendor,
  order,
  people,
  as,
  enter,
  read,
  budget,
  approve,
} from "./invoice.setup.ts";

invoiceTests();

test("what was sent by mistake is taken back with a reason: nobody is asked any more, it is matched again, corrected and sent anew", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  const back = (reason: string | null, actor = people.otherAp) =>
    as(actor, (tx) => takeBackInvoice(tx, actor, { id: i.id, version: null, reason }));
  const sent = await as(people.ap, (tx) =>
    submitInvoice(tx, people.ap, { id: i.id, version: null }),
  );
  await expect(back(null)).rejects.toMatchObject({ status: 422, errors: [{ path: "reason" }] });
  await expect(back("I changed my mind", people.manager)).rejects.toMatchObject({ status: 403 });
  expect(await back("The vendor sent a corrected bill")).toMatchObject({ status: "matched" });
  expect(
    await t.database.read(people.ap).one(sql`
      select status
      from approval_request
      where org_id = ${agency.orgId} and id = ${sent.approvalId}
    `),
  ).toEqual({ status: "withdrawn" });
  await expect(approveDocument(t.database, people.manager, i.id)).rejects.toThrow();
  await as(people.ap, (tx) =>
    editInvoice(tx, people.ap, i.id, { note: "Corrected bill" } as never, null),
  );
  await approve(i.id);
  await expect(back("Too late")).rejects.toMatchObject({ code: "not_in_this_status" });
  expect(await budget()).toEqual({ enc: 600_00, exp: 400_00 });
});

test("the same number written otherwise is a duplicate, also after the vendor was corrected", async () => {
  await receiveGoods(t.database, people, order, ["100"]);
  await enter({ vendorNumber: "0033-b" });
  const twice = await enter({ vendorNumber: " 33 B" });
  expect((await read(twice.id)).exceptions).toMatchObject([{ kind: "duplicate" }]);
  const other = await makeVendor(t.database, agency);
  const elsewhere = await enter(
    { vendorId: other.id, purchaseOrderId: null, vendorNumber: "33B" },
    { purchaseOrderLineId: null, accountStringId: account.accountStringId },
  );
  expect(elsewhere.duplicateOf).toBeNull();
  await as(people.ap, (tx) =>
    editInvoice(tx, people.ap, elsewhere.id, { vendorId: vendor.id }, elsewhere.version),
  );
  expect(await read(elsewhere.id)).toMatchObject({
    status: "exception",
    exceptions: [{ kind: "duplicate" }],
  });
});

test("an exception is its owner's: the buyer accepts a price, receiving a quantity unless it received it, a manager either; each is told of each once, and the list shows what is theirs", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const notices = (who: Actor) =>
    t.database.read(who).rows<{ title: string; link: string }>(sql`
      select title, link
      from notification
      where org_id = ${agency.orgId} and person_id = ${who.personId} and kind = 'invoice.exception'
      order by id
    `);
  const dear = await enter({}, { quantity: "1", unitPrice: "90.00" });
  const many = await enter({}, { quantity: "60" });
  const accept = async (who: Actor, id: string, owner: string) =>
    as(who, async (tx) =>
      acceptException(
        tx,
        who,
        id,
        (await read(id)).exceptions.find((e) => e.ownerDuty === owner && e.status === "open")!.id,
        "Agreed by phone",
        null,
      ),
    );
  await expect(accept(people.otherAp, dear.id, "buyer")).rejects.toMatchObject({
    code: "not_yours",
    message: "The buyer settles this, or a manager.",
  });
  await expect(accept(people.receiver, dear.id, "buyer")).rejects.toMatchObject({
    code: "not_yours",
  });
  await expect(accept(people.buyer, many.id, "receiver")).rejects.toMatchObject({
    code: "not_yours",
    message: "Receiving settles this, or a manager.",
  });
  const seenBy = async (who: Actor, id: string) =>
    Object.fromEntries(
      (await readInvoice(t.database.read(who), who, id)).exceptions.map((e) => [
        e.ownerDuty,
        e.canAccept,
      ]),
    );
  expect(await seenBy(people.buyer, many.id)).toEqual({ buyer: true, receiver: false });
  expect(await seenBy(people.receiver, many.id)).toEqual({ buyer: false, receiver: false });
  expect(await seenBy(people.manager, many.id)).toEqual({ buyer: true, receiver: true });
  expect(await seenBy(people.otherAp, many.id)).toEqual({ buyer: false, receiver: false });
  const listed = async (owner: string) =>
    (
      await runList<{ id: string }>(
        t.database.read(people.buyer),
        people.buyer,
        invoiceList,
        listQuery(invoiceList).parse({ owner, status: "exception" }),
      )
    ).items
      .map((i) => i.id)
      .sort();
  expect(await listed("buyer")).toEqual([dear.id, many.id].sort());
  expect(await listed("receiver")).toEqual([many.id]);

  const told = (id: string) => ({
    title: expect.stringContaining("waits for you") as string,
    link: `/invoices/${id}`,
  });
  expect(await notices(people.buyer)).toEqual([told(dear.id), told(many.id)]);
  expect(await notices(people.receiver)).toEqual([told(many.id)]);
  expect(await notices(people.otherAp)).toHaveLength(0);
  await enter({}, { quantity: "1", unitPrice: "94.00" });
  expect(await notices(people.buyer)).toHaveLength(3);

  expect(await accept(people.buyer, dear.id, "buyer")).toMatchObject({ status: "matched" });
  await expect(accept(people.receiver, many.id, "receiver")).rejects.toMatchObject({
    code: "separation_of_duties",
  });
  expect(await accept(people.manager, many.id, "receiver")).toMatchObject({ status: "exception" });
  expect(await accept(people.manager, many.id, "buyer")).toMatchObject({ status: "matched" });
  expect(
    (
      await t.database.read(people.ap).rows<{ action: string }>(sql`
        select action
        from audit_entry
        where org_id = ${agency.orgId} and object_id = ${many.id}
        order by at desc
        limit 2
      `)
    ).map((e) => e.action),
  ).toEqual(["invoice.accept", "invoice.accept"]);
});

test("an exception is accepted with a reason by someone else than who entered it", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter({ statedTotal: 401_00 });
  const [e] = (await read(i.id)).exceptions;
  expect(e).toMatchObject({ kind: "totals", message: expect.stringContaining("$401.00") });
  await expect(
    as(people.ap, (tx) =>
      acceptException(tx, people.ap, i.id, e!.id, "Rounding by the vendor", null),
    ),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
  await as(people.otherAp, (tx) =>
    acceptException(tx, people.otherAp, i.id, e!.id, "Rounding by the vendor", null),
  );
  expect(await read(i.id)).toMatchObject({
    status: "matched",
    exceptions: [{ status: "accepted", resolution: "Rounding by the vendor" }],
  });
});

test("voiding an approved invoice gives the encumbrance back", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  await approve(i.id);
  await as(people.ap, (tx) =>
    voidInvoice(tx, people.ap, { id: i.id, version: null, reason: "Sent in error" }),
  );
  expect(await budget()).toEqual({ enc: 1_000_00, exp: 0 });
});

test("a credit note reduces what was expended", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  await approve((await enter()).id);
  const credit = await enter({ kind: "credit_note" }, { quantity: "5" });
  expect(credit).toMatchObject({ status: "matched", total: -50_00 });
  await approve(credit.id);
  expect(await budget()).toEqual({ enc: 600_00, exp: 350_00 });
});

test("a correction of note or dates leaves what was accepted; one of what the match weighs asks again", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter({}, { unitPrice: "11.00" });
  const before = await read(i.id);
  await as(people.buyer, (tx) =>
    acceptException(tx, people.buyer, i.id, before.exceptions[0]!.id, "Agreed by phone", null),
  );
  // As the form sends it: every line with it, numbers as they are stored.
  const lines = before.lines.map(
    ({
      purchaseOrderLineId,
      accountStringId,
      description,
      quantity,
      unit,
      unitPrice,
      adjustment,
      statedAmount,
    }) => ({
      purchaseOrderLineId,
      accountStringId,
      description,
      quantity,
      unit,
      unitPrice,
      adjustment,
      statedAmount,
    }),
  );
  const edit = (patch: object) =>
    as(people.ap, (tx) => editInvoice(tx, people.ap, i.id, { lines, ...patch }, null));
  expect(
    await edit({ note: "Delivered to the north yard", invoiceDate: "2026-11-13" }),
  ).toMatchObject({ status: "matched" });
  expect(await read(i.id)).toMatchObject({
    note: "Delivered to the north yard",
    exceptions: [{ status: "accepted", resolution: "Agreed by phone" }],
    lines: [{ id: before.lines[0]!.id }],
  });
  expect(await edit({ vendorNumber: "N-other" })).toMatchObject({ status: "exception" });
  expect((await read(i.id)).exceptions.map((e) => [e.kind, e.status])).toEqual([["price", "open"]]);
});

test("an invoice that becomes a credit note turns its lines too, also when none is sent along", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  await as(people.ap, (tx) => editInvoice(tx, people.ap, i.id, { kind: "credit_note" }, null));
  expect(await read(i.id)).toMatchObject({
    total: -400_00,
    lines: [{ amount: -400_00 }],
    splits: [{ amount: -400_00 }],
  });
});

test("what the vendor owes is never overdue, and its approver sees the signs that make its total", async () => {
  const i = await enter(
    {
      purchaseOrderId: null,
      kind: "credit_note",
      receivedOn: "2026-01-05",
      allowances: 10_00,
      tax: 8_00,
    },
    { purchaseOrderLineId: null, accountStringId: account.accountStringId },
  );
  expect(
    (
      await runList<{ id: string }>(
        t.database.read(people.ap),
        people.ap,
        invoiceList,
        listQuery(invoiceList).parse({ overdue: "true" }),
      )
    ).items.map((x) => x.id),
  ).not.toContain(i.id);
  const { facts } = await invoiceSummary(t.database.read(people.manager), i.id);
  const of = (label: string) => facts.find((f) => f.label === label)?.value;
  expect([of("Due"), of("Allowances"), of("Tax"), of("Total")]).toEqual([
    "—",
    "$10.00",
    "($8.00)",
    "($398.00)",
  ]);
});
