// A contractor's application: measured by one, certified by another, receipt and invoice in one step.
import { afterAll, beforeAll, expect, test } from "vitest";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { linksOf } from "#server/origin/chain.ts";
import { refusalOf as refusalSaid } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import type { PayableOrder } from "./pay/pay.model.ts";
import { beginApplication, changeApplication } from "./pay/pay.service.ts";
import { applicationsPaid } from "./pay/certify.service.ts";
import { payAgency } from "./pay.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

const refusalOf = async (work: Promise<unknown>) => (await refusalSaid(work)).split(":")[0]!;

type Bill = { total: number; retainage: number; createdBy: string; status: string };
const invoiceOf = (id: string) =>
  t.database.read(a.people.admin).one<Bill>(sql`
    select i.total, i.retainage, i.created_by, i.status
    from invoice i
    join pay_application p on p.org_id = i.org_id and p.invoice_id = i.id
    where p.id = ${id}
  `);
const receiverOf = (id: string) =>
  t.database.read(a.people.admin).one<{ receivedBy: string }>(sql`
    select r.received_by
    from receipt r
    join pay_application p on p.org_id = r.org_id and p.receipt_id = r.id
    where p.id = ${id}
  `);
const begin = (b: Awaited<ReturnType<typeof a.building>>, over: object, actor: Actor) =>
  a.asking<{ id: string; version: number }>(
    actor,
    `POST /api/v1/projects/${b.id}/pay-applications`,
    a.bodyOf(b, [{ value: "1" }], over),
  );
const road = [
  { quantity: "300", unitPrice: "12.33" },
  { quantity: "98765.43", unitPrice: "1" },
];

test("certifying posts the measurer's receipt and the certifier's invoice, cuts named with their reason", async () => {
  const b = await a.building("A1", road);
  const id = await a.sent(b, [
    { value: "120", retainagePercent: "5" },
    { claim: "percent", value: "33.33", retainagePercent: "5" },
  ]);
  const before = await a.readPay(id);
  expect(before.totals).toMatchObject({ thisPeriod: 120 * 12_33 + 32_918_52, previous: 0 });
  const cuts = [
    {
      purchaseOrderLineId: b.order.lines[0]!.id,
      quantity: "100",
      reason: "20 were outside the stakes",
    },
  ];
  const done = await a.certified(id, cuts);
  const sum = 100 * 12_33 + 32_918_52;
  expect(done.status).toBe("certified");
  expect(done.totals).toMatchObject({ thisPeriod: sum, retainage: Math.round(sum * 0.05) });
  expect(done.lines[0]).toMatchObject({
    claimed: "120",
    certified: "100",
    cutReason: cuts[0]!.reason,
  });
  expect(await invoiceOf(id)).toMatchObject({
    total: sum,
    retainage: Math.round(sum * 0.05),
    createdBy: a.certifier.personId,
    status: "in_approval",
  });
  expect((await receiverOf(id)).receivedBy).toBe(a.people.inspector.personId);
  // The next one begins from what was certified.
  const { items } = await a.asking<{ items: PayableOrder[] }>(
    a.certifier,
    `GET /api/v1/projects/${b.id}/payable-orders`,
  );
  expect(items[0]!.lines.map(({ previous }) => previous)).toEqual(["100", "32918.52"]);
  expect(items[0]!.openId).toBeNull();
});

test("what does not fit the order, the period or the project is refused at its line, and nothing is stored", async () => {
  const b = await a.building("A2", road);
  const { inspector, engineer } = a.people;
  const refused = (over: object, actor: Actor = inspector) => refusalOf(begin(b, over, actor));
  expect(
    await refused({ lines: [{ purchaseOrderLineId: b.order.lines[0]!.id, value: "301" }] }),
  ).toBe("cannot_claim");
  expect(
    await refused({
      lines: [
        { purchaseOrderLineId: b.order.lines[0]!.id, value: "1" },
        { purchaseOrderLineId: b.order.lines[0]!.id, value: "1" },
      ],
    }),
  ).toBe("cannot_claim");
  expect(await refused({ periodTo: agencyDay(2) })).toBe("period_ahead");
  expect(await refused({ fileId: crypto.randomUUID() })).toBe("file_missing");
  const other = await a.building("A3", road);
  expect(
    await refused({
      purchaseOrderId: other.order.id,
      lines: a.bodyOf(other, [{ value: "1" }]).lines,
    }),
  ).toBe("order_of_another");
  const { id } = await begin(b, {}, inspector);
  expect(await refused({})).toBe("open_application");
  expect(await refusalOf(begin(b, {}, a.people.clerk))).toMatch(
    /^(forbidden|not_allowed|no_permission)$/,
  );
  expect(await refusalOf(a.readPay(id, a.elsewhere))).toBe("not_found");
  const held = await a.propose("A4");
  expect(
    await refusalOf(
      a.as(engineer, (tx) =>
        beginApplication(tx, engineer, held.id, a.bodyOf(b, [{ value: "1" }])),
      ),
    ),
  ).toBe("project_not_building");
});

test("an order that is not out is not applied on", async () => {
  const b = await a.building("A0", road);
  const { buyer, inspector } = a.people;
  await a.as(buyer, (tx) =>
    tx.rows(sql`update purchase_order set status = 'closed' where id = ${b.order.id}`),
  );
  expect(await refusalOf(begin(b, {}, inspector))).toBe("order_not_running");
});

test("nobody certifies what they entered, confirmed or placed, and nothing unsigned or unmeasured", async () => {
  const b = await a.building("A5", road);
  const { inspector, engineer, buyer } = a.people;
  const { id } = await begin(b, {}, engineer);
  await a.step(id, "submit", engineer);
  const why = async (actor: Actor) =>
    (await a.readPay(id, actor)).actions.find(({ name }) => name === "certify")?.reason;
  expect(await why(a.certifier)).toMatch(/contractor has not signed/);
  await a.step(id, "return", a.certifier, { reason: "Have it signed" });
  await a.as(engineer, async (tx) =>
    changeApplication(
      tx,
      engineer,
      id,
      a.bodyOf(b, [{ value: "2" }]),
      (await a.readPay(id)).version,
      a.contractor,
    ),
  );
  await a.step(id, "submit", engineer);
  expect(await why(a.certifier)).toMatch(/Nobody confirmed the quantities/);
  await a.step(id, "confirm", inspector);
  expect(await why(inspector)).toBeUndefined();
  expect(await refusalOf(a.step(id, "certify", inspector, {}))).toMatch(/forbidden|not_allowed/);
  // Whoever confirmed it holds the duty, too.
  const both = { ...inspector, permissions: a.certifier.permissions };
  expect(await refusalOf(a.step(id, "certify", both, {}))).toBe("rule");
  const placed = { ...buyer, permissions: a.certifier.permissions };
  expect(await refusalOf(a.step(id, "certify", placed, {}))).toBe("rule");
  expect((await a.step(id, "certify", a.certifier, {})).status).toBe("certified");
});

test("a hand of an earlier round holds, also where another person did it again since", async () => {
  const b = await a.building("A51", road);
  const { inspector, engineer } = a.people;
  const able = (who: Actor): Actor => ({
    ...who,
    permissions: new Set([...who.permissions, ...a.certifier.permissions]),
  });
  const id = await a.sent(b, [{ value: "3" }]);
  await a.step(id, "confirm", inspector);
  await a.step(id, "return", a.certifier, { reason: "Two were measured twice" });
  const { version } = await a.readPay(id);
  await a.as(engineer, (tx) =>
    changeApplication(tx, engineer, id, a.bodyOf(b, [{ value: "2" }]), version, null),
  );
  const again = await a.readPay(id);
  await a.as(a.measurer, (tx) =>
    changeApplication(
      tx,
      a.measurer,
      id,
      a.bodyOf(b, [{ value: "2" }]),
      again.version,
      a.contractor,
    ),
  );
  await a.step(id, "submit", engineer);
  await a.step(id, "confirm", a.measurer);
  for (const who of [able(inspector), able(engineer)]) {
    const offered = (await a.readPay(id, who)).actions.find(({ name }) => name === "certify");
    expect(offered).toMatchObject({
      enabled: false,
      reason: "You had a hand in this pay application before, so another person must certify it.",
    });
    expect(await refusalOf(a.step(id, "certify", who, {}))).toBe("separation_of_duties");
  }
  expect((await a.step(id, "certify", a.certifier, {})).status).toBe("certified");
});

test("an empty application is not sent, and one that is cut to nothing is not certified", async () => {
  const b = await a.building("A6", road);
  const { engineer, inspector } = a.people;
  const { id } = await begin(
    b,
    { lines: [{ purchaseOrderLineId: b.order.lines[0]!.id, value: "0" }] },
    engineer,
  );
  expect(await refusalOf(a.step(id, "submit", engineer))).toBe("nothing_done");
  await a.step(id, "withdraw", engineer, { reason: "Nothing was built" });
  const next = await a.sent(b, [{ value: "5" }]);
  expect((await a.readPay(next)).applicationNo).toBe(1);
  await a.step(next, "confirm", inspector);
  const line = b.order.lines[0]!.id;
  const cut = (quantity: string) =>
    refusalOf(
      a.step(next, "certify", a.certifier, {
        lines: [{ purchaseOrderLineId: line, quantity, reason: "Not built" }],
      }),
    );
  const unsaid = { lines: [{ purchaseOrderLineId: line, quantity: "4" }] };
  expect(await refusalSaid(a.step(next, "certify", a.certifier, unsaid))).toMatch(
    /Line 1: say why less is certified/,
  );
  expect(await cut("0")).toBe("nothing_certified");
  expect(await cut("6")).toBe("cannot_certify");
});

test("an invoice that is voided gives its application back; the next certificate receives only what lacks", async () => {
  const b = await a.building("A7", road);
  const id = await a.sent(b, [{ value: "50" }]);
  const first = await a.certified(id);
  const { manager, ap } = a.people;
  const voided = async (invoiceId: string) => {
    await approveDocument(t.database, manager, invoiceId);
    await a.as(ap, (tx) =>
      voidInvoice(tx, ap, { id: invoiceId, version: null, reason: "Wrong period" }),
    );
  };
  await voided(first.invoice!.id);
  const back = await a.readPay(id);
  expect(back).toMatchObject({ status: "returned", invoice: null, certifier: null });
  expect(back.statusReason).toMatch(/was voided: Wrong period/);
  await a.as(a.people.engineer, async (tx) =>
    changeApplication(
      tx,
      a.people.engineer,
      id,
      a.bodyOf(b, [{ value: "60" }]),
      back.version,
      a.contractor,
    ),
  );
  await a.step(id, "submit", a.people.inspector);
  const again = await a.certified(id);
  expect(again.totals.thisPeriod).toBe(60 * 12_33);
  // With the next one under way, it ends instead.
  const next = await a.sent(b, [{ value: "10" }]);
  await voided(again.invoice!.id);
  expect((await a.readPay(id)).status).toBe("withdrawn");
  expect((await a.readPay(next)).lines[0]!.previous).toBe("0");
  const { received } = await t.database.read(manager).one<{ received: string }>(sql`
    select received_quantity as received
    from purchase_order_line
    where id = ${b.order.lines[0]!.id}
  `);
  expect(Number(received)).toBe(60);
});

test("fifty who certify at once make one invoice", async () => {
  const b = await a.building("A8", road);
  const id = await a.sent(b, [{ value: "7" }]);
  await a.step(id, "confirm", a.people.inspector);
  const { version } = await a.readPay(id);
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      a.asking(a.certifier, `POST /api/v1/pay-applications/${id}/actions/certify`, {}, version),
    ),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { n } = await t.database.read(a.certifier).one<{ n: number }>(sql`
    select count(*)::int as n
    from invoice
    where org_id = ${a.agency.orgId} and purchase_order_id = ${b.order.id}
  `);
  expect(n).toBe(1);
});

test("random applications, cuts and voids: certified is billed, and never more than the order", async () => {
  let seed = 11;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const b = await a.building("A9", [
    { quantity: "1000", unitPrice: "3.3333" },
    { quantity: "40000.01", unitPrice: "1" },
  ]);
  const { manager, inspector, ap } = a.people;
  for (let run = 0; run < 8; run++) {
    const id = await a.sent(b, [
      { value: (random() * 60).toFixed(4), retainagePercent: ["0", "5", "7.5"][run % 3]! },
      { value: (random() * 2000).toFixed(2), retainagePercent: "5" },
    ]);
    await a.step(id, "confirm", inspector);
    const { lines } = await a.readPay(id);
    const cuts = random() < 0.5 ? [{ ...lines[0]!, quantity: "1", reason: "Cut" }] : [];
    await a.step(id, "certify", a.certifier, {
      lines: cuts.map(({ purchaseOrderLineId, quantity, reason }) => ({
        purchaseOrderLineId,
        quantity,
        reason,
      })),
    });
    const { invoice } = await a.readPay(id);
    const approved = random() < 0.6;
    if (approved) await approveDocument(t.database, manager, invoice!.id);
    if (approved && random() < 0.5)
      await a.as(ap, (tx) =>
        voidInvoice(tx, ap, { id: invoice!.id, version: null, reason: "Again" }),
      );
    const open = (await a.readPay(id)).status === "returned";
    if (open) await a.step(id, "withdraw", inspector, { reason: "Again" });
    const { certified, billed, kept, held } = await t.database.read(manager).one<{
      certified: number;
      billed: number;
      kept: number;
      held: number;
    }>(sql`
      select
        coalesce(sum(l.certified_cents), 0)::bigint as certified,
        coalesce(sum(l.retainage_cents), 0)::bigint as kept,
        (
          select coalesce(sum(i.total), 0)::bigint
          from invoice i
          where i.purchase_order_id = ${b.order.id} and i.status not in ('voided', 'rejected')
        ) as billed,
        (
          select coalesce(sum(i.retainage), 0)::bigint
          from invoice i
          where i.purchase_order_id = ${b.order.id} and i.status not in ('voided', 'rejected')
        ) as held
      from pay_application p
      join pay_application_line l on l.application_id = p.id
      where p.purchase_order_id = ${b.order.id} and p.status = 'certified'
    `);
    expect([certified, kept]).toEqual([billed, held]);
  }
});

test("an application is read as paid once its invoice is, and as certified when the payment came back", async () => {
  const b = await a.building("PAID", road);
  const id = await a.sent(b, [{ value: "10" }]);
  const { invoice } = await a.certified(id);
  const tell = (paidOn: Day | null) =>
    a.as(a.people.ap, (tx) => applicationsPaid(tx, [{ id: invoice!.id, paidOn }]));
  const listed = async (status: string) =>
    (
      await a.asking<{ items: { id: string; status: string }[] }>(
        a.certifier,
        `GET /api/v1/pay-applications?projectId=${b.id}&status=${status}`,
      )
    ).items.map((item) => [item.id, item.status]);
  const standsInChains = async () => {
    const found = [{ type: "payApplication", id, steps: 1 }];
    return (await linksOf(t.database.read(a.certifier), a.certifier, found)).map((l) => l.status);
  };
  expect(await standsInChains()).toEqual(["Certified"]);
  await tell(agencyDay());
  expect((await a.readPay(id)).status).toBe("paid");
  expect(await standsInChains()).toEqual(["Paid"]);
  expect(await listed("paid")).toEqual([[id, "paid"]]);
  expect(await listed("certified")).toEqual([]);
  // It still counts as certified: what was billed before is what it certified.
  const next = await a.sent(b, [{ value: "5" }]);
  expect((await a.readPay(next)).totals.previous).toBe(10 * 12_33);
  await tell(null);
  expect((await a.readPay(id)).status).toBe("certified");
});
