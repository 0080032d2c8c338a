// Material that lies on the site: paid once, with its papers, and never again as it is put in place.
import { afterAll, beforeAll, expect, test } from "vitest";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { lumpSum } from "#kernel/lump-sum.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { applicationDocument } from "./pay/paper.model.ts";
import { payAgency } from "./pay.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

type Building = Awaited<ReturnType<typeof a.building>>;
const pumps = { quantity: "60000", ...lumpSum };
const paper = () =>
  a.as(a.people.inspector, (tx) =>
    recordFile(tx, {
      orgId: a.agency.orgId,
      name: "bill-of-pumps.pdf",
      mediaType: "application/pdf",
      size: 10,
      sha256: newId().replaceAll("-", "").padEnd(64, "0"),
      uploadedBy: a.people.inspector.personId,
    }),
  );
const withPaper = async () => {
  const id = await paper();
  return { storedFileIds: [id] };
};
const moneyOf = (b: Building) =>
  t.database.read(a.people.admin).one<{ billed: string; received: string; cents: number }>(sql`
    select
      l.received_quantity as received,
      (
        select coalesce(sum(n.quantity), 0)
        from invoice_line n
        join invoice i on i.id = n.invoice_id and i.status not in ('voided', 'rejected')
        where n.purchase_order_line_id = l.id
      ) as billed,
      (
        select coalesce(sum(i.total), 0)::bigint
        from invoice i
        where i.purchase_order_id = l.purchase_order_id and i.status not in ('voided', 'rejected')
      ) as cents
    from purchase_order_line l
    where l.id = ${b.order.lines[0]!.id}
  `);

test("stored material is certified with its papers, and moves to what is in place without being paid again", async () => {
  const b = await a.building("S1", [pumps]);
  const first = await a.sent(b, [{ claim: "amount", value: "5000", stored: "20000" }]);
  await a.step(first, "confirm", a.people.inspector);
  expect(await refusalOf(a.step(first, "certify", a.certifier, {}))).toBe(
    "papers_lack: It is certified once this is in: Bills and insurance of stored material (the contractor has not attached them).",
  );
  await a.step(first, "withdraw", a.people.inspector, { reason: "With its papers" });
  const papers = await withPaper();
  const one = await a.certified(
    await a.sent(b, [{ claim: "amount", value: "5000", stored: "20000" }], papers),
  );
  expect(one.totals).toMatchObject({ thisPeriod: 25_000_00, stored: 20_000_00 });
  expect(one.storedFiles).toMatchObject([{ name: "bill-of-pumps.pdf" }]);
  const two = await a.certified(
    await a.sent(b, [{ claim: "amount", value: "18000", stored: "4000" }], papers),
  );
  expect(two.lines[0]).toMatchObject({
    previous: "5000",
    storedBefore: "20000",
    certified: "18000",
    certifiedStored: "4000",
    thisCents: 2_000_00,
    toDateCents: 27_000_00,
    balance: "33000",
  });
  const sheet = applicationDocument(two, "County", String);
  for (const figure of ["5,000.00", "18,000.00", "4,000.00", "27,000.00", "45 %", "33,000.00"])
    expect(sheet).toContain(`<td class="num">${figure}</td>`);
  const { billed, received, cents } = await moneyOf(b);
  expect([Number(billed), Number(received), cents]).toEqual([27_000, 27_000, 27_000_00]);
});

test("less stored material is certified with a reason, never more, and the next one begins from it", async () => {
  const b = await a.building("S2", [pumps]);
  const id = await a.sent(b, [{ claim: "amount", value: "0", stored: "9000" }], await withPaper());
  await a.step(id, "confirm", a.people.inspector);
  const cut = (stored: string, reason: string) =>
    a.step(id, "certify", a.certifier, {
      lines: [{ purchaseOrderLineId: b.order.lines[0]!.id, quantity: "0", stored, reason }],
    });
  expect(await refusalOf(cut("9000.01", "More"))).toMatch(
    /Line 1: \$9,000.00 of stored material were applied for; more is not certified/,
  );
  expect(await refusalOf(cut("7000", ""))).toMatch(/Line 1: say why less is certified/);
  await cut("7000", "Two pumps are not insured");
  expect(await a.readPay(id)).toMatchObject({
    lines: [{ stored: "9000", certifiedStored: "7000", cutReason: "Two pumps are not insured" }],
    totals: { thisPeriod: 7_000_00, stored: 7_000_00 },
  });
  const begin = a.asking(
    a.people.inspector,
    `POST /api/v1/projects/${b.id}/pay-applications`,
    a.bodyOf(b, [{ claim: "amount", value: "100", stored: "0" }]),
  );
  expect(await refusalOf(begin)).toMatch(
    /Line 1: \$7,000.00 of stored material were certified before: enter it as stored still, or as put in place/,
  );
  const { items } = await a.asking<{ items: { lines: { storedBefore: string }[] }[] }>(
    a.certifier,
    `GET /api/v1/projects/${b.id}/payable-orders`,
  );
  expect(items[0]!.lines[0]!.storedBefore).toBe("7000");
});

test("papers that are not there are refused", async () => {
  const b = await a.building("S3", [pumps]);
  const begin = a.asking(
    a.people.inspector,
    `POST /api/v1/projects/${b.id}/pay-applications`,
    a.bodyOf(b, [{ value: "1" }], { storedFileIds: [newId()] }),
  );
  expect(await refusalOf(begin)).toMatch(/^file_missing/);
});

test("random applications with stored material and voids: the order is billed what is in place and stored", async () => {
  let seed = 5;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const b = await a.building("S4", [pumps]);
  const { manager, inspector, ap } = a.people;
  const papers = await withPaper();
  let [placed, stored] = [0, 0];
  for (let run = 0; run < 8; run++) {
    const done = Math.floor(random() * 4_000) + stored;
    const next = Math.floor(random() * 3_000) + 1;
    const line = { claim: "amount", value: String(done), stored: String(next) };
    const certified = await a.certified(await a.sent(b, [line], papers));
    const invoiceId = certified.invoice!.id;
    const voided = random() < 0.4;
    if (voided) {
      await approveDocument(t.database, manager, invoiceId);
      await a.as(ap, (tx) =>
        voidInvoice(tx, ap, { id: invoiceId, version: null, reason: "Again" }),
      );
      await a.step(certified.id, "withdraw", inspector, { reason: "Again" });
    } else [placed, stored] = [placed + done, next];
    const { billed, cents } = await moneyOf(b);
    expect([Number(billed), cents]).toEqual([placed + stored, (placed + stored) * 100]);
  }
  expect(placed).toBeGreaterThan(0);
});
