import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { formatDate } from "#kernel/dates.ts";
import { nextBankDay } from "#kernel/holidays.ts";
import { addDays } from "#kernel/time.ts";
import { agencyDay, onSettlement } from "#server/testing/days.ts";
import { makePolicy, makeVendor } from "#server/testing/agency.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { bankAccount } from "#server/testing/payments.ts";
import { delegationInput } from "#areas/workflow/approval/approval.model.ts";
import { decide, delegate } from "#areas/workflow/workflow.server.ts";
import { readPayment } from "./payment.read.service.ts";
import { unclearPayment } from "./clearing.service.ts";
import { placeHold } from "./hold.service.ts";
import { clearPayment, reissuePayment, returnPayment, voidPayment } from "./payment.service.ts";
import { cancelRun, submitRun } from "./run.service.ts";
import {
  paymentTests,
  t,
  a,
  people,
  as,
  invoice,
  statusOf,
  propose,
  release,
  shown,
  paid,
} from "./payment.setup.ts";

paymentTests();

const stoppedLetters = () =>
  identityDb(t.database).rows<{ to: string; subject: string; body: string; link: string }>(sql`
    select to_address as to, subject, body_text as body, link
    from mail
    where org_id = ${a.orgId} and kind = 'payment_stopped'
  `);

test("void reopens the invoices; reissue pays them once more under the next number, linked to the void one, through three people", async () => {
  const i = await invoice({ cents: 640_00 });
  const [first] = (await paid()).payments;
  await expect(
    as(people.ap, (tx) =>
      voidPayment(tx, people.ap, { id: first!.id, version: null }, t.app.files, { reason: "Lost" }),
    ),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    as(people.treasurer, (tx) =>
      voidPayment(tx, people.treasurer, { id: first!.id, version: null }, t.app.files, {
        reason: " ",
      }),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  await expect(
    as(people.treasurer, (tx) =>
      voidPayment(
        tx,
        people.treasurer,
        { id: first!.id, version: first!.version - 1 },
        t.app.files,
        {
          reason: "Lost",
        },
      ),
    ),
  ).rejects.toMatchObject({ status: 412 });
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: first!.id, version: first!.version }, t.app.files, {
      reason: "Check lost in the mail",
    }),
  );
  expect(await statusOf(i.id)).toEqual({ status: "approved", paid: 0 });
  const [letter, ...others] = await stoppedLetters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    to: "orders@northline.test",
    subject: `Payment ${first!.number} is void: $640.00`,
    link: expect.stringContaining("/vendor-portal/payments"),
  });
  expect(letter!.body).toMatch(
    /check 1001 is void\. If the check comes, do not deposit it[^]*: \$640\.00[^]*unpaid again/,
  );
  expect(letter!.body, "the agency's reason stays inside").not.toContain("lost in the mail");
  const runId = await as(people.ap, (tx) =>
    reissuePayment(tx, people.ap, { id: first!.id, version: null }),
  );
  await expect(
    as(people.ap, (tx) => reissuePayment(tx, people.ap, { id: first!.id, version: null })),
  ).rejects.toMatchObject({ code: "rule", message: expect.stringContaining("reissued as") });
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: runId, version: null }));
  await approveDocument(t.database, people.manager, runId);
  await release(runId);
  const [again] = (await shown(runId)).payments;
  expect(await readPayment(t.database.read(people.ap), people.ap, again!.id)).toMatchObject({
    checkNumber: "1002",
    reissueOf: { id: first!.id, number: first!.number },
    amount: 640_00,
  });
  expect(await readPayment(t.database.read(people.ap), people.ap, first!.id)).toMatchObject({
    status: "voided",
    checkNumber: "1001",
    voidReason: "Check lost in the mail",
    reissuedAs: { id: again!.id },
    invoices: [{ live: false }],
  });
});

test("a bank return of an ACH payment reopens the invoices with its code; a cleared payment cannot be voided", async () => {
  const ach = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, ach.id);
  const i = await invoice({ vendorId: ach.id });
  const [p] = (await paid()).payments;
  await expect(
    as(onSettlement(people.treasurer), (tx) =>
      clearPayment(tx, people.treasurer, { id: p!.id, version: null }, { clearedOn: "2999-01-01" }),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "clearedOn" }] });
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, { id: p!.id, version: null }, { clearedOn: null }),
  );
  await expect(
    as(people.treasurer, (tx) =>
      voidPayment(tx, people.treasurer, { id: p!.id, version: null }, t.app.files, { reason: "x" }),
    ),
  ).rejects.toMatchObject({ code: "not_in_this_status" });
  const back = (returnCode: string) =>
    as(onSettlement(people.treasurer), (tx) =>
      returnPayment(tx, people.treasurer, { id: p!.id, version: null }, t.app.files, {
        returnCode,
        returnedOn: null,
        reason: "No account",
      }),
    );
  for (const code of ["C01", "C07"])
    await expect(back(code)).rejects.toMatchObject({
      status: 422,
      code: "not_a_return",
      errors: [
        {
          path: "returnCode",
          message: expect.stringMatching(/notification of change.*stands.*vendor's bank account/),
        },
      ],
    });
  for (const code of ["R00", "R86", "R99", "X12"])
    await expect(back(code)).rejects.toMatchObject({
      errors: [{ path: "returnCode", message: expect.stringContaining("R01 to R85") }],
    });
  expect(await statusOf(i.id)).toEqual({ status: "paid", paid: 100_00 });
  await back("R03");
  expect(await statusOf(i.id)).toEqual({ status: "approved", paid: 0 });
  expect(await readPayment(t.database.read(people.ap), people.ap, p!.id)).toMatchObject({
    status: "returned",
    returnCode: "R03",
    clearedOn: null,
  });
  expect(await stoppedLetters()).toMatchObject([
    {
      subject: `Payment ${p!.number} came back: $100.00`,
      body: expect.stringMatching(
        /ending in \d{4} \(R03: no account, or not the payee's\)[^]*must have the right account/,
      ) as string,
    },
  ]);
});

test("a payment neither clears nor comes back before the day on which the bank settles it, nor comes back before it cleared", async () => {
  const ach = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, ach.id);
  await invoice({ vendorId: ach.id });
  const payOn = nextBankDay(agencyDay(5));
  const [p] = (await paid({ payOn })).payments;
  const step = { id: p!.id, version: null };
  const on = (day: string) => ({ ...people.treasurer, businessNow: `${day}T18:00:00.000Z` });
  const clear = (day: string, clearedOn: string | null = null) =>
    as(on(day), (tx) => clearPayment(tx, people.treasurer, step, { clearedOn }));
  const back = (day: string, returnedOn: string | null = null) =>
    as(on(day), (tx) =>
      returnPayment(tx, people.treasurer, step, t.app.files, {
        returnCode: "R03",
        returnedOn,
        reason: "No account",
      }),
    );
  const named = (path: string, message: RegExp) => ({
    status: 422,
    errors: [{ path, message: expect.stringMatching(message) as string }],
  });
  const settles = new RegExp(`settles on ${formatDate(payOn)}`);
  await expect(clear(agencyDay())).rejects.toMatchObject({
    code: "before_settlement",
    ...named("clearedOn", settles),
  });
  await expect(clear(addDays(payOn, 3), addDays(payOn, -1))).rejects.toMatchObject(
    named("clearedOn", settles),
  );
  await expect(back(addDays(payOn, -1))).rejects.toMatchObject(named("returnedOn", settles));
  await clear(addDays(payOn, 3));
  await expect(back(addDays(payOn, 4), addDays(payOn, 2))).rejects.toMatchObject({
    code: "before_clearing",
    ...named("returnedOn", new RegExp(`cleared on ${formatDate(addDays(payOn, 3))}`)),
  });
  await back(addDays(payOn, 4), addDays(payOn, 3));
});

test("a clearing that was marked in error is taken back with a reason, and the check can then be voided; what is not cleared has nothing to take back", async () => {
  await invoice();
  const [p] = (await paid()).payments;
  const unclear = (reason: string | null) =>
    as(onSettlement(people.treasurer), (tx) =>
      unclearPayment(tx, people.treasurer, { id: p!.id, version: null, reason }),
    );
  await expect(unclear("Not cleared yet")).rejects.toMatchObject({ code: "not_in_this_status" });
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, { id: p!.id, version: null }, { clearedOn: null }),
  );
  await expect(unclear(null)).rejects.toMatchObject({ errors: [{ path: "reason" }] });
  await expect(
    as(people.ap, (tx) =>
      unclearPayment(tx, people.ap, { id: p!.id, version: null, reason: "Wrong line" }),
    ),
  ).rejects.toMatchObject({ status: 403 });
  await unclear("Wrong line of the statement");
  expect(await readPayment(t.database.read(people.ap), people.ap, p!.id)).toMatchObject({
    status: "released",
    clearedOn: null,
  });
  expect(
    await t.database.read(people.ap).rows(sql`
      select
        content::jsonb ->> 'note' as note,
        (
          select c ->> 'before' is not null and c -> 'after' = 'null'
          from jsonb_array_elements(content::jsonb -> 'changes') c
          where c ->> 'field' = 'clearedOn'
        ) as taken
      from audit_entry
      where org_id = ${a.orgId} and object_id = ${p!.id} and action = 'payment.unclear'
    `),
  ).toEqual([{ note: "Wrong line of the statement", taken: true }]);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: p!.id, version: null }, t.app.files, {
      reason: "Lost in the mail",
    }),
  );
  await expect(unclear("Again")).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("no bank returns a check: it is voided", async () => {
  await invoice();
  const [p] = (await paid()).payments;
  await expect(
    as(onSettlement(people.treasurer), (tx) =>
      returnPayment(tx, people.treasurer, { id: p!.id, version: null }, t.app.files, {
        returnCode: "R03",
        returnedOn: null,
        reason: "No account",
      }),
    ),
  ).rejects.toMatchObject({ code: "rule", message: expect.stringContaining("voided") });
  expect(
    (await readPayment(t.database.read(people.treasurer), people.treasurer, p!.id)).actions.find(
      (x) => x.name === "return",
    ),
  ).toMatchObject({ enabled: false, reason: expect.stringContaining("ACH") });
});

test("a cancelled or rejected run gives its invoices back; a stale version is refused", async () => {
  const i = await invoice();
  const run = await propose();
  await expect(
    as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: run.version + 1 })),
  ).rejects.toMatchObject({ status: 412 });
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: run.version }));
  await as(people.ap, (tx) =>
    cancelRun(tx, people.ap, { id: run.id, version: null, reason: "Wrong date" }),
  );
  expect(await shown(run.id)).toMatchObject({
    status: "cancelled",
    stopReason: "Wrong date",
    payments: [{ status: "cancelled" }],
  });
  expect((await statusOf(i.id)).status).toBe("approved");
  const rejected = await propose();
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: rejected.id, version: null }));
  const request = await t.database.read(people.ap).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${a.orgId} and document_id = ${rejected.id} and status = 'pending'
  `);
  await as(people.manager, (tx) =>
    decide(tx, people.manager, request.id, "reject", "Pay after the audit", null),
  );
  expect(await shown(rejected.id)).toMatchObject({
    status: "cancelled",
    stopReason: "Pay after the audit",
  });
  const next = await propose();
  await expect(propose()).rejects.toMatchObject({ code: "nothing_to_pay" });
  await expect(propose({ payThrough: null, invoiceIds: [i.id] })).rejects.toMatchObject({
    code: "nothing_to_pay",
    message: expect.stringContaining("in another run"),
  });
  expect((await shown(next.id)).payments).toHaveLength(1);
});

test("whoever approved an invoice does not approve the run that pays it for somebody else", async () => {
  const { manager, otherManager, ap } = people;
  await makePolicy(t.database, people.admin, {
    documentType: "paymentRun",
    priority: 1,
    steps: [
      {
        name: "Manager",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "person", personId: manager.personId! }],
      },
    ],
  });
  await invoice({ cents: 640_00 });
  await as(manager, (tx) =>
    delegate(
      tx,
      manager,
      delegationInput.parse({
        toPersonId: otherManager.personId,
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ),
  );
  const run = await propose();
  await as(ap, (tx) => submitRun(tx, ap, { id: run.id, version: null }));
  await expect(approveDocument(t.database, otherManager, run.id)).rejects.toMatchObject({
    status: 403,
    code: "separation_of_duties",
    message: expect.stringContaining("approved an invoice that this run pays"),
  });
});

test("what a void payment covered and another run paid is not reissued, and its page names where it went", async () => {
  const paidAgain = await invoice({ cents: 400_00 });
  const left = await invoice({ cents: 60_00 });
  const [first] = (await paid()).payments;
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: first!.id, version: null }, t.app.files, {
      reason: "Check lost in the mail",
    }),
  );
  const read = () => readPayment(t.database.read(people.ap), people.ap, first!.id);
  const reissue = async () => (await read()).actions.find((x) => x.name === "reissue");
  expect(await read()).toMatchObject({ openInvoices: 2, coveredBy: [] });
  const run = await propose({ payThrough: null, invoiceIds: [paidAgain.id] });
  const [next] = (await shown(run.id)).payments;
  expect(await read()).toMatchObject({ openInvoices: 1, coveredBy: [{ number: next!.number }] });
  expect(await reissue()).toMatchObject({ enabled: true });
  await propose({ payThrough: null, invoiceIds: [left.id] });
  expect(await read()).toMatchObject({ openInvoices: 0 });
  expect(await reissue()).toMatchObject({
    enabled: false,
    reason: expect.stringMatching(/^Its invoices are in PAY-\S+, PAY-\S+ already\.$/),
  });
  await expect(
    as(people.ap, (tx) => reissuePayment(tx, people.ap, { id: first!.id, version: null })),
  ).rejects.toMatchObject({ code: "rule" });
});

test("a run that is sent for approval names the vendors whom something stops", async () => {
  const other = await makeVendor(t.database, a, { name: "Delta Gravel" });
  await invoice();
  await invoice({ vendorId: other.id });
  const run = await propose();
  await as(people.ap, (tx) =>
    placeHold(tx, people.ap, { vendorId: other.id, reason: "Lien filed" }),
  );
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: run.id, version: null }));
  expect(
    await t.database.read(people.manager).one(sql`
      select title
      from approval_request
      where org_id = ${a.orgId} and document_id = ${run.id}
    `),
  ).toEqual({ title: expect.stringMatching(/^2 payments on .*; stopped: Delta Gravel$/) });
});
