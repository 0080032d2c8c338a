import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { unseal } from "#server/auth/sealing.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { agencyDay } from "#server/testing/days.ts";
import { bankAccount } from "#server/testing/payments.ts";
import { countWaiting, decide, delegate } from "#areas/workflow/workflow.server.ts";
import { holdList, liftHold, placeHold } from "./hold.service.ts";
import { readNacha } from "./nacha-reader.model.ts";
import { previewRun } from "./payable.service.ts";
import { runInput } from "./run.model.ts";
import { nextBankDay, weekdayOf } from "#kernel/holidays.ts";
import { nachaSeal } from "./bank-file.service.ts";
import { proposeRun, sendRun, submitRun, takeOff } from "./run.service.ts";
import {
  paymentTests,
  t,
  a,
  people,
  as,
  invoice,
  statusOf,
  propose,
  approved,
  release,
  shown,
  paid,
} from "./payment.setup.ts";

paymentTests();

test("a run goes proposed → approved → released; checks are numbered, invoices paid, the vendor is told, the register kept", async () => {
  const first = await invoice({ cents: 400_00 });
  const second = await invoice({ cents: 250_50 });
  const other = await makeVendor(t.database, a);
  await invoice({ vendorId: other.id, cents: 99_99 });
  const run = await propose();
  expect(run).toMatchObject({ status: "proposed", paymentCount: 2, amount: 750_49 });
  expect(await statusOf(first.id)).toEqual({ status: "scheduled", paid: 0 });
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: run.version }));
  await approveDocument(t.database, people.manager, run.id);
  await release(run.id);
  const detail = await shown(run.id, people.treasurer);
  expect(detail).toMatchObject({
    status: "released",
    totals: [{ method: "check", payments: 2, amount: 750_49 }],
    files: [{ kind: "register" }],
  });
  expect(detail.approvalId).not.toBeNull();
  expect(detail.payments.map((p) => [p.reference, p.status, p.invoiceCount])).toEqual([
    ["1001", "released", 2],
    ["1002", "released", 1],
  ]);
  expect(await statusOf(second.id)).toEqual({ status: "paid", paid: 250_50 });
  const mails = await identityDb(t.database).rows<{ body: string; to: string }>(sql`
    select body_text as body, to_address as to
    from mail
    where org_id = ${a.orgId} and kind = 'remittance'
    order by body_text like '%$650.50%' desc
  `);
  expect(mails).toMatchObject([
    {
      to: "orders@northline.test",
      body: expect.stringMatching(
        /We pay you \$650\.50 on .* by check 1001[^]*\$400\.00[^]*\$250\.50/,
      ),
    },
    {},
  ]);
  await as(people.treasurer, (tx) => sendRun(tx, people.treasurer, { id: run.id, version: null }));
  expect((await shown(run.id)).status).toBe("sent");
});

test("the ACH file of a release opens only from its seal, balances with the run, and its download hash is the run's", async () => {
  const ach = await makeVendor(t.database, a, { name: "Ünited Gravel", paymentMethod: "ach" });
  await bankAccount(t.database, a, ach.id, {
    accountNumber: "998877665544",
    accountType: "savings",
  });
  await invoice({ vendorId: ach.id, cents: 1_500_00, vendorNumber: "G-77" });
  await invoice({ cents: 10_00 });
  const detail = await paid();
  const { nachaFileId, id } = await t.database.read(people.ap).one<{
    nachaFileId: string;
    id: string;
  }>(sql`select nacha_file_id, id from payment_run where org_id = ${a.orgId} and id = ${detail.id}`);
  const stored = await t.database
    .read(people.ap)
    .one<{ sha256: string }>(
      sql`select sha256 from stored_file where org_id = ${a.orgId} and id = ${nachaFileId}`,
    );
  const sealed = (await buffer((await t.app.files.open(stored.sha256)).stream)).toString("utf8");
  expect(sealed).not.toContain("998877665544");
  expect(() => unseal(nachaSeal.purpose, `${a.orgId} ${newId()}`, sealed)).toThrow();
  const file = readNacha(
    unseal(nachaSeal.purpose, nachaSeal.owner({ orgId: a.orgId, id }), sealed),
  );
  expect(file).toMatchObject({
    modifier: "A",
    credit: 1_500_00,
    originName: "CANE COUNTY",
    batches: [
      {
        sec: "CCD",
        serviceClass: "220",
        effectiveOn: detail.payOn,
        entries: [
          {
            transactionCode: "32",
            accountNumber: "998877665544",
            receiverName: "UNITED GRAVEL",
            amount: 1_500_00,
            addenda: "RMR*IV*G-77**1500.00\\",
            identification: detail.payments.find((p) => p.method === "ach")!.number,
          },
        ],
      },
    ],
  });
  expect(detail.payments.map((p) => [p.method, p.reference])).toEqual(
    expect.arrayContaining([
      ["ach", file.batches[0]!.entries[0]!.trace],
      ["check", "1001"],
    ]),
  );
  await invoice({ vendorId: ach.id });
  const second = await paid();
  expect([second.fileModifier, second.payments[0]!.reference]).toEqual(["B", "091000010000002"]);
});

test("three people: neither who proposed nor who approved releases, administrators with every duty included", async () => {
  const { everything, treasurer, admin, otherManager } = people;
  await invoice();
  const own = await as(everything, (tx) =>
    proposeRun(tx, everything, runInput.parse({ payThrough: agencyDay(400) })),
  );
  await as(everything, (tx) => submitRun(tx, everything, { id: own.id, version: null }));
  await expect(approveDocument(t.database, everything, own.id)).rejects.toMatchObject({
    code: "self_approval",
  });
  await approveDocument(t.database, otherManager, own.id);
  const told = async (actor: Actor) =>
    (
      await t.database.read(actor).rows<{ link: string }>(sql`
        select link
        from notification
        where org_id = ${a.orgId} and person_id = ${actor.personId} and kind = 'runApproved'
        order by id
      `)
    ).map((n) => n.link.split("/").at(-1));
  expect(await told(treasurer)).toEqual([own.id]);
  await expect(release(own.id, everything)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("You proposed this run"),
  });
  expect((await shown(own.id, everything)).actions.find((x) => x.name === "release")).toMatchObject(
    { enabled: false, reason: expect.stringContaining("separation of duties") },
  );
  await release(own.id, treasurer);
  await invoice();
  const run = await propose();
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: null }));
  await approveDocument(t.database, everything, run.id);
  expect([await told(treasurer), await told(everything)]).toEqual([[own.id, run.id], []]);
  await expect(release(run.id, everything)).rejects.toMatchObject({
    message: expect.stringContaining("You approved this run"),
  });
  await expect(release(run.id, admin)).rejects.toMatchObject({ status: 403 });
  await expect(
    as(people.otherAp, (tx) => submitRun(tx, people.otherAp, { id: own.id, version: null })),
  ).rejects.toMatchObject({ status: 409 });
  await release(run.id, treasurer);
});

test("a hold is lifted by who placed it, or by who answers for payments; others read whose it is", async () => {
  const place = (actor: Actor, reason: string) =>
    as(actor, (tx) => placeHold(tx, actor, { vendorId: a.vendor.id, reason }));
  const lift = (actor: Actor, id: string) => as(actor, (tx) => liftHold(tx, actor, id, "Settled"));
  const offered = async (actor: Actor) =>
    Object.fromEntries(
      (
        await runList<{ id: string; reason: string; canLift: boolean }>(
          t.database.read(actor),
          actor,
          holdList,
          {},
        )
      ).items.map((h) => [h.reason, h.canLift]),
    );
  const [fraud, own, other] = [
    await place(people.treasurer, "Fraud suspected"),
    await place(people.ap, "Wrong project"),
    await place(people.otherAp, "Late lien"),
  ];
  await expect(lift(people.ap, fraud.id)).rejects.toMatchObject({
    status: 403,
    code: "not_your_hold",
  });
  await expect(lift(people.ap, other.id)).rejects.toMatchObject({ code: "not_your_hold" });
  expect(await offered(people.ap)).toEqual({
    "Fraud suspected": false,
    "Wrong project": true,
    "Late lien": false,
  });
  expect(await offered(people.manager)).toEqual({
    "Fraud suspected": true,
    "Wrong project": true,
    "Late lien": true,
  });
  await lift(people.ap, own.id);
  await lift(people.treasurer, other.id);
  await lift(people.manager, fraud.id);
  expect(await offered(people.manager)).toEqual({
    "Fraud suspected": false,
    "Wrong project": false,
    "Late lien": false,
  });
});

test("a reason that somebody wrote without a full stop does not run into what to do", async () => {
  await invoice();
  const id = await approved();
  await as(people.ap, (tx) =>
    placeHold(tx, people.ap, { vendorId: a.vendor.id, reason: "Lawsuit pending" }),
  );
  await expect(release(id)).rejects.toMatchObject({
    message: expect.stringContaining("are held: Lawsuit pending. Take it off the run"),
  });
});

test("a payee whose name the bank's file cannot carry is left out with what to do; by check it is paid", async () => {
  const yamada = await makeVendor(t.database, a, { name: "株式会社山田", paymentMethod: "ach" });
  await bankAccount(t.database, a, yamada.id);
  await invoice({ vendorId: yamada.id });
  const plan = () =>
    previewRun(t.database.read(people.ap), runInput.parse({ payThrough: agencyDay(400) }));
  expect(await plan()).toMatchObject({
    payments: [],
    excluded: [
      { code: "payee_name", reason: expect.stringMatching(/株式会社山田.*Latin letters/) },
    ],
  });
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update vendor
      set payment_method = 'check'
      where org_id = ${a.orgId} and id = ${yamada.id}
    `),
  );
  expect((await plan()).payments).toHaveLength(1);
});

test("a run pays within a year", async () => {
  await invoice();
  for (const payOn of ["9999-12-31", agencyDay(400)])
    for (const make of [
      () => propose({ payOn }),
      () =>
        previewRun(
          t.database.read(people.ap),
          runInput.parse({ payThrough: agencyDay(400), payOn }),
        ),
    ])
      await expect(make()).rejects.toMatchObject({
        status: 422,
        errors: [{ path: "payOn", message: expect.stringContaining("within a year") }],
      });
  const weekend = Array.from({ length: 7 }, (_, i) => agencyDay(60 + i)).find(
    (day) => weekdayOf(day) === 6,
  )!;
  await expect(propose({ payOn: weekend })).rejects.toMatchObject({
    errors: [
      {
        path: "payOn",
        message: expect.stringContaining(`next bank day is ${formatDate(nextBankDay(weekend))}`),
      },
    ],
  });
  const day = nextBankDay(agencyDay(355));
  expect((await propose({ payOn: day })).payOn).toBe(day);
});

test("a delegation of everything lets nobody approve a run who may not approve payments", async () => {
  await invoice();
  const run = await propose();
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: null }));
  const span = {
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    documentTypes: [],
    note: "",
  };
  for (const to of [people.treasurer, people.admin])
    await as(people.manager, (tx) =>
      delegate(tx, people.manager, { ...span, toPersonId: to.personId! }),
    );
  const { id } = await t.database
    .read(people.ap)
    .one<{ id: string }>(
      sql`select id from approval_request where org_id = ${a.orgId} and document_id = ${run.id}`,
    );
  await expect(
    as(people.treasurer, (tx) => decide(tx, people.treasurer, id, "approve", "", null)),
  ).rejects.toMatchObject({
    status: 403,
    code: "delegate_permission",
    message: expect.stringContaining("payment run"),
  });
  expect([
    await countWaiting(t.database.read(people.treasurer), people.treasurer),
    await countWaiting(t.database.read(people.admin), people.admin),
  ]).toEqual([0, 1]);
  await as(people.admin, (tx) => decide(tx, people.admin, id, "approve", "", null));
  expect((await shown(run.id)).status).toBe("approved");
});

test("what must not be paid is left out with its reason, and paid once the reason is gone", async () => {
  const vendorIn = (over: Parameters<typeof makeVendor>[2]) => makeVendor(t.database, a, over);
  const held = await vendorIn({});
  const suspended = await vendorIn({});
  const excluded = await vendorIn({});
  const noBank = await vendorIn({ paymentMethod: "ach" });
  const fresh = await vendorIn({ paymentMethod: "ach" });
  const wrong = await vendorIn({ paymentMethod: "ach" });
  await bankAccount(t.database, a, fresh.id, { hoursAgo: 47 });
  await bankAccount(t.database, a, wrong.id);
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update vendor_bank_account
      set routing_number = '021000022'
      where org_id = ${a.orgId} and vendor_id = ${wrong.id}
    `),
  );
  const list = await Promise.all(
    [held, suspended, excluded, noBank, fresh, wrong].map((v) => invoice({ vendorId: v.id })),
  );
  const one = await invoice();
  const good = await invoice();
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update vendor
      set status = 'suspended'
      where org_id = ${a.orgId} and id = ${suspended.id}
    `),
  );
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update vendor
      set screening_result = 'excluded'
      where org_id = ${a.orgId} and id = ${excluded.id}
    `),
  );
  const vendorHold = await as(people.treasurer, (tx) =>
    placeHold(tx, people.treasurer, { vendorId: held.id, reason: "Lien notice received" }),
  );
  await as(people.ap, (tx) =>
    placeHold(tx, people.ap, { invoiceId: one.id, reason: "Wrong project" }),
  );
  const preview = await previewRun(
    t.database.read(people.ap),
    runInput.parse({ payThrough: agencyDay(400) }),
  );
  expect(new Map(preview.excluded.map((e) => [e.invoiceId, e.code]))).toEqual(
    new Map([
      ...[
        "vendor_hold",
        "vendor_status",
        "vendor_excluded",
        "no_bank",
        "bank_hold",
        "bank_number",
      ].map((code, i) => [list[i]!.id, code] as const),
      [one.id, "invoice_hold"],
    ] as never),
  );
  expect(preview.excluded.find((e) => e.code === "vendor_hold")!.reason).toContain(
    "Lien notice received",
  );
  expect(preview.payments.flatMap((p) => p.invoices.map((i) => i.invoiceId))).toEqual([good.id]);
  expect((await propose()).paymentCount).toBe(1);
  await expect(
    as(people.treasurer, (tx) => liftHold(tx, people.treasurer, vendorHold.id, " ")),
  ).rejects.toMatchObject({ code: "reason_required" });
  await as(people.treasurer, (tx) =>
    liftHold(tx, people.treasurer, vendorHold.id, "Release of lien on file"),
  );
  await expect(
    as(people.treasurer, (tx) => liftHold(tx, people.treasurer, vendorHold.id, "again")),
  ).rejects.toMatchObject({ code: "lifted" });
  const hourLater = new Date(Date.now() + 61 * 60_000).toISOString();
  expect((await propose({}, { ...people.ap, businessNow: hourLater })).paymentCount).toBe(2);
});

test("a hold or a changed bank account after the approval stops the release; the payment can be taken off and the rest goes out", async () => {
  const ach = await makeVendor(t.database, a, { paymentMethod: "ach" });
  const other = await makeVendor(t.database, a);
  await bankAccount(t.database, a, ach.id);
  await invoice({ vendorId: ach.id, cents: 77_00 });
  const disputed = await invoice({ vendorId: other.id, cents: 50_00 });
  await invoice({ cents: 23_00 });
  const id = await approved();
  await bankAccount(t.database, a, ach.id, { accountNumber: "5550001" });
  await expect(release(id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("is not the one that was proposed and approved"),
  });
  await as(people.ap, (tx) =>
    placeHold(tx, people.ap, { invoiceId: disputed.id, reason: "Disputed by the engineer" }),
  );
  const before = await shown(id, people.treasurer);
  expect(before.actions.find((x) => x.name === "release")).toMatchObject({
    enabled: false,
    reason: expect.stringMatching(
      /^The bank account of .* Take it off the run.* is held: Disputed/,
    ),
  });
  for (const stopped of before.payments.filter((p) => p.blocked))
    await as(people.treasurer, (tx) =>
      takeOff(tx, people.treasurer, {
        id: stopped.id,
        version: stopped.version,
        reason: "Not now",
      }),
    );
  expect(await shown(id)).toMatchObject({
    status: "approved",
    amount: 23_00,
    paymentCount: 1,
    version: before.version + 2,
  });
  expect((await statusOf(disputed.id)).status).toBe("approved");
  await release(id);
  expect((await shown(id)).payments.map((p) => p.status).sort()).toEqual([
    "cancelled",
    "cancelled",
    "released",
  ]);
});

test("credit notes net against the vendor's invoices, never below zero; retainage stays withheld", async () => {
  const full = await invoice({ cents: 1_000_00, retainage: 50_00 });
  const credit = await invoice({ kind: "credit_note", cents: 200_00 });
  const other = await makeVendor(t.database, a);
  const small = await invoice({ vendorId: other.id, cents: 30_00 });
  await invoice({ vendorId: other.id, kind: "credit_note", cents: 30_00 });
  const run = await propose({ payThrough: null, invoiceIds: [full.id, small.id] });
  expect(run).toMatchObject({
    amount: 750_00,
    paymentCount: 1,
    excluded: [{ code: "credit_larger" }, { code: "credit_larger" }],
  });
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: null }));
  await approveDocument(t.database, people.manager, run.id);
  await release(run.id);
  expect(await statusOf(full.id)).toEqual({ status: "paid", paid: 950_00 });
  expect(await statusOf(credit.id)).toEqual({ status: "paid", paid: -200_00 });
  expect((await statusOf(small.id)).status).toBe("approved");
});

test("without the agency's own account nothing is released", async () => {
  await as(people.ap, (tx) =>
    tx.rows(sql`update agency_bank_account set active = false where org_id = ${a.orgId}`),
  );
  await invoice();
  await expect(release(await approved())).rejects.toThrow(
    "The agency's own bank account is not set up.",
  );
});

test("an invoice that comes to less than nothing is a credit: it nets whichever invoices are named, and whenever it would be due", async () => {
  const full = await invoice({ cents: 1_000_00 });
  const negative = await invoice({ cents: -200_00 });
  const preview = (input: object) => previewRun(t.database.read(people.ap), runInput.parse(input));
  expect(await preview({ payThrough: null, invoiceIds: [full.id] })).toMatchObject({
    amount: 800_00,
  });
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update invoice
      set due_on = case when id = ${negative.id} then date '2099-01-01' else '2026-11-20' end
      where org_id = ${a.orgId}
    `),
  );
  expect(await preview({ payThrough: agencyDay(10) })).toMatchObject({
    amount: 800_00,
    payments: [{ invoices: [{}, {}] }],
  });
});
