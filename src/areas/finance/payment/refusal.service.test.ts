import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay, onSettlement } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import "../finance.server.ts";
import { liftHold } from "./hold.service.ts";
import { runInput } from "./run.model.ts";
import { clearPayment, returnPayment, voidPayment } from "./payment.service.ts";
import { refuseFile } from "./refusal.service.ts";
import { releaseRun } from "./release.service.ts";
import { readRun } from "./run.read.service.ts";
import { proposeRun, sendRun } from "./run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let people: PayingAgency["people"];
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  people = a.people;
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const read = () => t.database.read(people.ap);
const shown = (id: string, actor = people.treasurer) => readRun(t.database.read(actor), actor, id);
const refuse = (
  id: string,
  actor = people.treasurer,
  reason: string | null = "Batch out of balance",
) => as(actor, (tx) => refuseFile(tx, actor, { id, version: null, reason }, t.app.files));
const achVendor = async () => {
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, vendor.id);
  return vendor;
};
const paid = async (input: object = {}): Promise<string> => {
  const id = await approvedRun(t.database, a, input);
  await as(people.treasurer, (tx) =>
    releaseRun(tx, people.treasurer, { id, version: null }, t.app.files),
  );
  return id;
};
/** A released run of `count` ACH payments to as many vendors, and one check. */
const mixed = async (count: number) => {
  const invoices: { id: string }[] = [];
  for (let i = 0; i < count; i++)
    invoices.push(
      await approvedInvoice(t.database, a, { vendorId: (await achVendor()).id, cents: 100_00 + i }),
    );
  const byCheck = await approvedInvoice(t.database, a, { cents: 75_00 });
  const id = await paid();
  const { payments } = await shown(id);
  return {
    id,
    invoices,
    byCheck,
    ach: payments.filter((p) => p.method === "ach"),
    check: payments.find((p) => p.method === "check")!,
  };
};
const invoiceStates = (ids: readonly string[]) =>
  read().rows<{ status: string; paid: number }>(sql`
    select status, paid_amount as paid
    from invoice
    where org_id = ${a.orgId} and id = any(${ids}::uuid[])
    order by total
  `);
const statuses = async (id: string) =>
  Object.fromEntries((await shown(id)).payments.map((p) => [p.id, p.status]));

test("a refused file voids the ACH payments that are out, and nothing else; their invoices are paid by another run, each as after a single void", async () => {
  const {
    id,
    invoices,
    byCheck,
    ach: [first, second, cleared, back],
    check,
  } = await mixed(4);
  await as(people.treasurer, (tx) => sendRun(tx, people.treasurer, { id, version: null }));
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, { id: cleared!.id, version: null }, { clearedOn: null }),
  );
  await as(onSettlement(people.treasurer), (tx) =>
    returnPayment(tx, people.treasurer, { id: back!.id, version: null }, t.app.files, {
      returnCode: "R23",
      returnedOn: null,
      reason: "Refused by the payee",
    }),
  );
  await refuse(id);
  expect(await statuses(id)).toEqual({
    [first!.id]: "voided",
    [second!.id]: "voided",
    [cleared!.id]: "cleared",
    [back!.id]: "returned",
    [check.id]: "released",
  });
  expect(await shown(id)).toMatchObject({
    status: "refused",
    refused: { by: people.treasurer.name, reason: "Batch out of balance", at: expect.any(String) },
    files: [{}, {}],
  });
  const live = async (paymentId: string) =>
    (
      await read().rows<{ live: boolean }>(sql`
        select live
        from payment_invoice
        where org_id = ${a.orgId} and payment_id = ${paymentId}
      `)
    ).map((x) => x.live);
  expect([await live(first!.id), await live(cleared!.id), await live(check.id)]).toEqual([
    [false],
    [true],
    [true],
  ]);
  expect((await invoiceStates(invoices.map((i) => i.id))).map((i) => i.status).toSorted()).toEqual([
    "approved",
    "approved",
    "approved",
    "paid",
  ]);
  expect(await invoiceStates([byCheck.id])).toEqual([{ status: "paid", paid: 75_00 }]);
  const entries = await read().rows<{ action: string; note: string; n: number }>(sql`
    select action, content::jsonb ->> 'note' as note, count(*)::int as n
    from audit_entry
    where org_id = ${a.orgId}
      and action in ('payment.void', 'invoice.unpay', 'paymentRun.refuse')
      and object_id <> (
        select invoice_id
        from payment_invoice
        where org_id = ${a.orgId} and payment_id = ${back!.id}
      )
    group by 1, 2
    order by 1
  `);
  const why = `The bank refused the file of ${(await shown(id)).number}: Batch out of balance`;
  expect(entries).toEqual([
    { action: "invoice.unpay", note: why, n: 2 },
    { action: "payment.void", note: why, n: 2 },
    { action: "paymentRun.refuse", note: "Batch out of balance", n: 1 },
  ]);
  expect(await shown(await paid(), people.ap)).toMatchObject({
    paymentCount: 3,
    status: "released",
  });
});

test("one notice to who proposed the run and to other treasurers, however many payments; whoever recorded it knows", async () => {
  const { id } = await mixed(3);
  await refuse(id);
  const told = async (actor: Actor) =>
    (
      await t.database.read(actor).rows<{ link: string }>(sql`
        select link
        from notification
        where org_id = ${a.orgId} and person_id = ${actor.personId} and kind = 'fileRefused'
      `)
    ).map((n) => n.link);
  for (const actor of [people.ap, people.everything])
    expect(await told(actor)).toEqual([`/payments/runs/${id}`]);
  for (const actor of [people.treasurer, people.otherAp]) expect(await told(actor)).toEqual([]);
});

test("only who may void payments records it, with a reason, once, and for a file that exists and is out", async () => {
  const { id } = await mixed(1);
  for (const actor of [people.ap, people.manager, people.admin])
    await expect(refuse(id, actor)).rejects.toMatchObject({ status: 403 });
  for (const reason of [null, "  "])
    await expect(refuse(id, people.treasurer, reason)).rejects.toMatchObject({
      status: 422,
      errors: [{ path: "reason" }],
    });
  expect((await shown(id)).actions.find((x) => x.name === "refuse")).toMatchObject({
    enabled: true,
    needsReason: true,
    tone: "danger",
  });
  expect((await shown(id, people.ap)).actions.some((x) => x.name === "refuse")).toBe(false);
  await refuse(id);
  await expect(refuse(id)).rejects.toMatchObject({
    status: 409,
    code: "already_refused",
    message: expect.stringContaining("are void"),
  });
  await expect(
    as(people.treasurer, (tx) => sendRun(tx, people.treasurer, { id, version: null })),
  ).rejects.toMatchObject({ status: 409 });
  await approvedInvoice(t.database, a);
  const checks = await paid({ methods: ["check"] });
  expect((await shown(checks)).actions.some((x) => x.name === "refuse")).toBe(false);
  await expect(refuse(checks)).rejects.toMatchObject({
    status: 409,
    code: "rule",
    message: expect.stringContaining("check only"),
  });
  const settled = await mixed(1);
  for (const p of settled.ach)
    await as(onSettlement(people.treasurer), (tx) =>
      clearPayment(tx, people.treasurer, { id: p.id, version: null }, { clearedOn: null }),
    );
  await expect(refuse(settled.id)).rejects.toMatchObject({
    status: 409,
    code: "rule",
    message: expect.stringContaining("still out"),
  });
  expect((await shown(settled.id)).actions.find((x) => x.name === "refuse")).toMatchObject({
    enabled: false,
    reason: expect.stringContaining("still out"),
  });
});

test("all or nothing: where one invoice cannot be given back, no payment is void", async () => {
  const { id, invoices, ach } = await mixed(3);
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update invoice
      set status = 'disputed'
      where org_id = ${a.orgId} and id = ${invoices[1]!.id}
    `),
  );
  await expect(refuse(id)).rejects.toMatchObject({ status: 409 });
  expect((await shown(id)).status).toBe("released");
  expect(Object.values(await statuses(id))).toEqual(
    Array.from({ length: ach.length + 1 }, () => "released"),
  );
  expect(
    await read().rows(sql`
      select 1
      from audit_entry
      where org_id = ${a.orgId} and action in ('payment.void', 'paymentRun.refuse')
    `),
  ).toEqual([]);
});

test("twenty presses at once, with single voids, clearings and a new run that wants the same invoices: every payment ends once", async () => {
  const { id, invoices, ach } = await mixed(6);
  const presses = Array.from({ length: 20 }, () => () => refuse(id));
  const singles = ach.toReversed().flatMap((p, i) => [
    i % 2
      ? () =>
          as(people.treasurer, (tx) =>
            voidPayment(tx, people.treasurer, { id: p.id, version: null }, t.app.files, {
              reason: "Stopped by phone",
            }),
          )
      : () =>
          as(onSettlement(people.treasurer), (tx) =>
            clearPayment(tx, people.treasurer, { id: p.id, version: null }, { clearedOn: null }),
          ),
  ]);
  const again = () =>
    as(people.ap, (tx) =>
      proposeRun(
        tx,
        people.ap,
        runInput.parse({ invoiceIds: invoices.map((i) => i.id).toReversed() }),
      ),
    );
  const outcomes = await Promise.allSettled(
    [...presses.slice(0, 10), ...singles, again, ...presses.slice(10)].map((work) => work()),
  );
  const codes = outcomes.flatMap((o) =>
    o.status === "rejected" ? [(o.reason as { code: string }).code] : [],
  );
  expect(
    codes.filter(
      (code) => !["already_refused", "not_in_this_status", "rule", "nothing_to_pay"].includes(code),
    ),
  ).toEqual([]);
  expect(
    await read().rows(sql`
      select object_id
      from audit_entry
      where org_id = ${a.orgId} and action = 'paymentRun.refuse'
    `),
  ).toHaveLength(1);
  const ends = await read().rows<{ status: string; voids: number; live: boolean }>(sql`
    select
      p.status,
      (
        select count(*)::int
        from audit_entry e
        where e.org_id = p.org_id and e.object_id = p.id and e.action = 'payment.void'
      ) as voids,
      x.live
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id
    where p.org_id = ${a.orgId} and p.run_id = ${id} and p.method = 'ach'
  `);
  for (const end of ends)
    expect(end).toEqual(
      end.status === "cleared"
        ? { status: "cleared", voids: 0, live: true }
        : { status: "voided", voids: 1, live: false },
    );
});

test("a run of five hundred payments: all void in one go, with statements in proportion and sent together", async () => {
  const {
    id,
    invoices: [first],
    ach: [one],
  } = await mixed(1);
  await as(people.ap, async (tx) => {
    await tx.rows(sql`
      insert into invoice
      select (jsonb_populate_record(
          i,
          jsonb_build_object(
            'id', ('01930000-0000-7003-8000-' || lpad(to_hex(n), 12, '0')), 'number', 'INV-9-' || n,
            'vendor_number', 'B' || n, 'vendor_number_key', 'B' || n
          )
        )).*
      from invoice i, generate_series(1, 499) n
      where i.org_id = ${a.orgId} and i.id = ${first!.id}
    `);
    await tx.rows(sql`
      insert into payment
      select (jsonb_populate_record(
          p,
          jsonb_build_object(
            'id', ('01930000-0000-7006-8000-' || lpad(to_hex(n), 12, '0')), 'number',
            'PAY-9-' || lpad(n::text, 5, '0')
          )
        )).*
      from payment p, generate_series(1, 499) n
      where p.org_id = ${a.orgId} and p.id = ${one!.id}
    `);
    await tx.rows(sql`
      insert into payment_invoice (org_id, id, payment_id, invoice_id, amount)
      select
        org_id, gen_random_uuid(), ('01930000-0000-7006-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        ('01930000-0000-7003-8000-' || lpad(to_hex(n), 12, '0'))::uuid, amount
      from payment_invoice, generate_series(1, 499) n
      where org_id = ${a.orgId} and payment_id = ${one!.id}
    `);
  });
  let statements = 0;
  let waiting = 0;
  let most = 0;
  const counting =
    <A extends readonly unknown[], T>(run: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      statements++;
      most = Math.max(most, ++waiting);
      try {
        return await run(...given);
      } finally {
        waiting--;
      }
    };
  await as(people.treasurer, (tx) =>
    refuseFile(
      {
        ...tx,
        rows: counting(tx.rows) as Tx["rows"],
        one: counting(tx.one) as Tx["one"],
        maybe: counting(tx.maybe) as Tx["maybe"],
      },
      people.treasurer,
      { id, version: null, reason: "File id used before" },
      t.app.files,
    ),
  );
  expect(
    await read().one(sql`
      select count(*)::int as voided
      from payment
      where org_id = ${a.orgId} and run_id = ${id} and status = 'voided'
    `),
  ).toEqual({ voided: 500 });
  expect(
    await read().one(sql`
      select count(*)::int as open
      from invoice
      where org_id = ${a.orgId} and status = 'approved' and paid_amount = 0
    `),
  ).toEqual({ open: 500 });
  expect(statements).toBeLessThan(500 * 11);
  expect(most).toBeGreaterThan(400);
});

test("a return that says that the account is wrong holds the vendor until somebody lifts it with what they found; another code, and an account verified since, hold nothing", async () => {
  const {
    ach: [first, second, third],
  } = await mixed(3);
  const back = (paymentId: string, returnCode: string) =>
    as(onSettlement(people.treasurer), (tx) =>
      returnPayment(tx, people.treasurer, { id: paymentId, version: null }, t.app.files, {
        returnCode,
        returnedOn: null,
        reason: "Return file of the bank",
      }),
    );
  const holds = () =>
    read().rows<{ id: string; paymentId: string; reason: string }>(sql`
      select id, payment_id, reason
      from payment_hold
      where org_id = ${a.orgId} and lifted_at is null
    `);
  const again = () =>
    as(people.ap, (tx) =>
      proposeRun(tx, people.ap, runInput.parse({ payThrough: agencyDay(400), methods: ["ach"] })),
    );
  await back(first!.id, "R23");
  await bankAccount(t.database, a, second!.vendorId, { hoursAgo: 71 });
  await back(second!.id, "R02");
  expect(await holds()).toEqual([]);
  await back(third!.id, "R03");
  const [hold] = await holds();
  expect(hold).toMatchObject({
    paymentId: third!.id,
    reason: expect.stringMatching(/PAY-.* with R03 \(no account.*Call the vendor/),
  });
  expect(await again()).toMatchObject({
    paymentCount: 2,
    excluded: [{ code: "vendor_hold", vendorId: third!.vendorId }],
  });
  await as(people.treasurer, (tx) =>
    liftHold(tx, people.treasurer, hold!.id, "Called: the bank had merged"),
  );
  expect(await again()).toMatchObject({ paymentCount: 1 });
});
