// A month from the bill to the closed books, by four people: the controller matches, builds, closes for
// documents; a manager releases batches and closes; the treasurer pays; the auditor walks from the trial
// balance to the photo of what was received, and proves it on a machine of their own.
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { approvedInvoice, approvedRun } from "#server/testing/payments.ts";
import { approveDocument, issuedOrder } from "#server/testing/purchase.ts";
import { storeStatement } from "#areas/banking/statement/statement.service.ts";
import { matchCertain } from "#areas/banking/match/match.service.ts";
import {
  agencyAccounts,
  createInvoice,
  releaseRun,
  submitInvoice,
} from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { askForPackage, makePackage } from "#areas/governance/evidence/package.service.ts";
import { postReceipt } from "#areas/procurement/procurement.server.ts";
import { receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { a, as, bookTests, follow, onDay, people, t } from "./books.setup.ts";
import { balanceImporter } from "./fms/balance/balance.service.ts";
import { mapChart, publishedLayout } from "./fms/fms.setup.ts";

useAuditKeys(deriveAuditKeys(randomBytes(32)));
bookTests();
const ask = askingOf(() => t);

type Report = {
  ok: boolean;
  finding: { message: string } | null;
  manifest: { files: { path: string }[]; leftOut: object[] };
};
const { fileOfPackage, verifyPackage } = (await import(
  new URL("../../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
  verifyPackage: (path: string, key: string) => Promise<Report>;
};

const bought = "2026-10-14";
const photo = Buffer.from("a photo of forty tons of stone at the yard");

/** Everybody of the agency on a day. */
const peopleOn = (on: string) =>
  Object.fromEntries(
    Object.entries({ ...a.people, ...people }).map(([name, actor]) => [name, onDay(actor, on)]),
  ) as typeof a.people & typeof people;

const upload = async (who: Actor): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([photo]));
  return as(who, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: a.orgId,
      name: "stone at the yard.jpg",
      uploadedBy: who.personId,
    }),
  );
};

/** Buys, receives with a photo, is billed: gives the order and its bill. */
const purchase = async () => {
  const { admin, manager, ap, otherManager } = peopleOn(bought);
  await makePolicy(t.database, admin, { documentType: "purchaseOrder" });
  const vendor = await makeVendor(t.database, a, { paymentMethod: "check", name: "River Stone" });
  const { buyer, receiver } = await makeMembers(t.database, a, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  const hands = { buyer: onDay(buyer, bought), receiver: onDay(receiver, bought), manager };
  const order = await issuedOrder(t.database, hands, {
    vendorId: vendor.id,
    departmentId: a.departmentId,
    lines: [
      {
        quantity: "40",
        unit: "ton",
        unitPrice: "30.00",
        splits: [{ accountStringId: a.accountStringId }],
      },
    ],
  });
  const photoId = await upload(hands.receiver);
  await as(hands.receiver, (tx, receiverNow) =>
    postReceipt(
      tx,
      receiverNow,
      { id: order.id, version: null },
      receiptInput.parse({
        packingSlip: "4711",
        photoFileIds: [photoId],
        lines: [{ purchaseOrderLineId: order.lines[0]!.id, quantity: "40" }],
      }),
    ),
  );
  const bill = await as(ap, async (tx, apNow) => {
    const made = await createInvoice(
      tx,
      apNow,
      invoiceInput.parse({
        vendorId: vendor.id,
        purchaseOrderId: order.id,
        vendorNumber: "RS-881",
        invoiceDate: bought,
        lines: [
          {
            purchaseOrderLineId: order.lines[0]!.id,
            description: "Stone",
            quantity: "40",
            unitPrice: "30.00",
          },
        ],
      }),
    );
    await submitInvoice(tx, apNow, { id: made.id, version: null });
    return made;
  });
  await approveDocument(t.database, otherManager, bill.id);
  return { orderId: order.id, billId: bill.id, photoId };
};

/** A second bill without an order, whose check somebody will alter. */
const secondBill = async () => {
  const vendor = await makeVendor(t.database, a, { paymentMethod: "check", name: "Lime & Sons" });
  await approvedInvoice(
    t.database,
    { ...a, people: peopleOn(bought) },
    {
      vendorId: vendor.id,
      cents: 85_00,
    },
  );
};

type Paid = { id: string; check: string; amount: number };
const payBoth = async (): Promise<Paid[]> => {
  const run = await approvedRun(t.database, { ...a, people: peopleOn("2026-10-15") });
  const { treasurer } = peopleOn("2026-10-15");
  await as(treasurer, (tx) => releaseRun(tx, treasurer, { id: run, version: null }, t.app.files));
  return t.database.read(treasurer).rows<Paid>(sql`
    select id, check_number as check, amount
    from payment
    where org_id = ${a.orgId}
    order by amount desc
  `);
};

type Entry = { cents: number; customerReference?: string; text?: string; typeCode?: string };
/** Loads a statement of the account; gives the ids of its lines. */
const statement = async (on: string, opening: number, entries: readonly Entry[]) => {
  const controller = onDay(people.controller, "2026-11-02");
  const [account] = await agencyAccounts(t.database.read(controller));
  const closing = entries.reduce((sum, e) => sum + e.cents, opening);
  const full = entries.map((e) => ({
    typeCode: "",
    bankReference: "",
    customerReference: "",
    text: "",
    ...e,
  }));
  const { id } = await as(controller, (tx, actor) =>
    storeStatement(
      tx,
      actor,
      account as never,
      { onDay: day(on), opening, closing, entries: full },
      { source: "csv", fileId: null, fileName: null },
    ),
  );
  const lines = await t.database.read(controller).rows<{ id: string }>(sql`
    select id
    from bank_line
    where org_id = ${a.orgId} and statement_id = ${id}
    order by line_no
  `);
  return { accountId: (account as { id: string }).id, lines: lines.map((l) => l.id) };
};

type Record = { id: string; version: number; status: string };
const step = async (who: Actor, path: string, action: string, body: object = {}) => {
  const { version } = await ask<Record>(who, `GET ${path}`);
  return ask<Record>(who, `POST ${path}/actions/${action}`, body, version);
};
const because = { reason: "As the bank and we agreed on the telephone" };

/** The bank's month: an altered check, its credit, both matched or named, prepared and confirmed. */
const reconcile = async ([good, altered]: readonly Paid[]) => {
  const controller = onDay(people.controller, "2026-11-03");
  const chief = onDay(people.chief, "2026-11-04");
  const presented = (p: Paid, cents: number): Entry => ({
    typeCode: "475",
    customerReference: p.check,
    cents,
  });
  const { accountId, lines } = await statement("2026-10-20", 5_000_00, [
    presented(good!, -good!.amount),
    presented(altered!, -850_00),
  ]);
  const found = await as(controller, (tx) => matchCertain(tx, controller, t.app.files, accountId));
  expect(found).toEqual({ matched: 1, alarms: 1 });
  const begun = await ask(controller, "POST /api/v1/bank-months", { agencyAccountId: accountId });
  const month = `/api/v1/bank-months/${begun.id}`;
  expect(await refusalOf(step(controller, month, "prepare"))).toMatch(
    /Load them up to Oct 30, 2026/,
  );
  const credit = await statement("2026-10-30", 5_000_00 - good!.amount - 850_00, [
    { cents: 850_00, text: "ALTERED CHECK CLAIM" },
  ]);
  for (const id of [lines[1]!, credit.lines[0]!])
    await ask(controller, `POST /api/v1/bank-lines/${id}/actions/match`, {
      kind: "named",
      ...because,
    });
  await step(controller, month, "prepare");
  expect(await refusalOf(step(controller, month, "reconcile"))).toMatch(/another person confirms/);
  const { reconciliation } = (await step(chief, month, "reconcile")) as unknown as {
    reconciliation: { difference: number; items: { number: string; cents: number }[] };
  };
  expect(reconciliation.difference).toBe(0);
};

/** Takes the ledger of a month to the finance system, which does not take one line at first. */
const bringOver = async (periodId: string) => {
  const controller = onDay(people.controller, "2026-11-04");
  const chief = onDay(people.chief, "2026-11-04");
  const layoutId = await publishedLayout();
  await mapChart();
  const first = await ask(controller, "POST /api/v1/fms-batches", { periodId, layoutId });
  const batch = `/api/v1/fms-batches/${first.id}`;
  await step(controller, batch, "validate");
  expect(await refusalOf(step(controller, batch, "send"))).toMatch(/another person sends it/);
  await step(chief, batch, "send");
  await step(controller, batch, "reject", { rejected: "2: Account is closed to posting" });
  await step(controller, batch, "correct");
  const { items } = await ask<{ items: { id: string }[] }>(
    controller,
    "GET /api/v1/fms-batches?status=built&limit=10",
  );
  const corrected = `/api/v1/fms-batches/${items[0]!.id}`;
  await step(controller, corrected, "validate");
  await step(chief, corrected, "send");
  await step(controller, corrected, "acknowledge");
};

type Comparison = { loaded: boolean; here: number; there: number; agreed: number; rows: object[] };
/** Takes the finance system's balances in, as it has them: what was acknowledged there. */
const compare = async (period: { id: string; number: string }): Promise<Comparison> => {
  const there = await t.database.read(people.controller).rows<{
    fund: string;
    account: string;
    net: number;
  }>(sql`
    select b.fund, b.account, sum(b.cents)::bigint as net
    from fms_batch_line b
    join fms_batch k on k.org_id = b.org_id and k.id = b.batch_id
    where b.org_id = ${a.orgId}
      and k.status in ('acknowledged', 'corrected')
      and (b.rejected is null)
    group by b.fund, b.account
  `);
  await as(people.controller, async (tx, actor) => {
    const rows = there.map((row) =>
      balanceImporter.schema.parse({ period: period.number, ...row }),
    );
    const planned = (await balanceImporter.plan(tx, rows, "")).map((v, at) => ({
      row: rows[at]!,
      ...v,
    }));
    await balanceImporter.apply(tx, actor, planned as never, "", () => undefined);
  });
  return ask(people.controller, `GET /api/v1/fms-comparison?periodId=${period.id}`);
};

type Period = {
  id: string;
  number: string;
  status: string;
  sha256: string | null;
  checks: { name: string; stops: boolean; count: number; said: string }[];
  balance: { fund: string; account: string; accountId: string; name: string; closing: number }[];
};
const october = () =>
  t.database.read(people.controller).one<{ id: string; number: string }>(sql`
    select id, number
    from accounting_period
    where org_id = ${a.orgId}
      and ${"2026-10-31"}::date between first_day and last_day
      and not adjustment
  `);

/** The package of records, on another machine: whether it holds, and with a changed byte. */
const proved = async (auditor: Actor, objectIds: string[]) => {
  const row = await as(auditor, (tx, actor) =>
    askForPackage(tx, actor, { title: "Stone of October", objectIds }),
  );
  const { sha256 } = await makePackage({
    app: t.app,
    actor: auditor,
    jobId: newId(),
    payload: { packageId: row.id },
    progress: async () => {},
  } as JobRun<{ packageId: string }>);
  const zip = await buffer((await t.app.files.open(sha256!)).stream);
  const path = join(mkdtempSync(join(tmpdir(), "month-")), "package.zip");
  const verify = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return verifyPackage(path, formatVerifierKey(auditKeys().verifier));
  };
  const whole = await verify(zip);
  const name = whole.manifest.files.find(({ path: at }) => at.includes("stone at the yard"))?.path;
  const taken = name && (await fileOfPackage(path, name));
  // The photo stands in the ZIP as it is, or packed: a byte of it is changed.
  const changed = Buffer.from(zip);
  const at = changed.indexOf(name ?? "manifest.json") + (name ?? "").length + 4;
  changed[at] = changed[at]! ^ 0x01;
  return { whole, taken, changed: await verify(changed).catch((error: Error) => error) };
};

type Line = { entryId: string; documentId: string; net: number };
type Order = { receipts: { photos: { fileId: string; name: string }[] }[] };
type Walk = { period: string; orderId: string; billId: string; photoId: string };

/** The auditor: from the trial balance to line, bill, order, receipt and photo, and its proof. */
const walk = async ({ period, orderId, billId, photoId }: Walk) => {
  const { auditor } = await makeMembers(t.database, a, { auditor: { duties: ["auditor"] } });
  const closed = await ask<Period>(auditor, `GET ${period}`);
  expect([closed.status, closed.sha256]).toEqual([
    "closed",
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  const spent = closed.balance.find((row) => row.name === "Road materials")!;
  const lines = await ask<{ items: Line[] }>(
    auditor,
    `GET /api/v1/gl-lines?accountId=${spent.accountId}&periodId=${closed.id}&limit=50`,
  );
  expect(lines.items.reduce((sum, line) => sum + line.net, 0)).toBe(spent.closing);
  expect(spent.closing).toBe(1_285_00);
  const line = lines.items.find(({ net }) => net === 1_200_00)!;
  expect(line.documentId).toBe(billId);
  const bill = await ask<{ purchaseOrderId: string }>(auditor, `GET /api/v1/invoices/${billId}`);
  expect(bill.purchaseOrderId).toBe(orderId);
  const order = await ask<Order>(auditor, `GET /api/v1/purchase-orders/${orderId}`);
  expect(order.receipts[0]!.photos).toMatchObject([
    { fileId: photoId, name: "stone at the yard.jpg" },
  ]);
  const { whole, taken, changed } = await proved(auditor, [billId]);
  expect(whole).toMatchObject({ ok: true, manifest: { leftOut: [] } });
  expect(taken).toEqual(photo);
  expect(changed).toMatchObject({
    ok: false,
    finding: { message: expect.stringMatching(/stone at the yard\.jpg is not the file/) },
  });
};

test("a month goes from the bill to the closed books on which ledger, bank and finance system agree", async () => {
  const sequencer = await startSequencer({ database: t.database, every: 10 });
  const { orderId, billId, photoId } = await purchase();
  await secondBill();
  const paid = await payBoth();
  expect(paid.map((p) => p.amount)).toEqual([1_200_00, 85_00]);
  await follow();

  // What stops the close is named from its first day.
  const controller = onDay(people.controller, "2026-11-05");
  const chief = onDay(people.chief, "2026-11-06");
  const period = await october();
  const path = `/api/v1/accounting-periods/${period.id}`;
  await reconcile(paid);
  await bringOver(period.id);
  expect(await compare(period)).toMatchObject({ loaded: true, rows: [] });
  const { checks } = await ask<Period>(controller, `GET ${path}`);
  expect(checks.filter((c) => c.stops && c.count > 0)).toEqual([]);
  await step(controller, path, "softClose");
  expect(await refusalOf(step(controller, path, "close"))).toMatch(/another person closes it/);
  await step(chief, path, "close");

  await walk({ period: path, orderId, billId, photoId });
  await sequencer.stop();
});
