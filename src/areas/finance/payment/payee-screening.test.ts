import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import {
  approvedInvoice,
  approvedRun,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { decideScreening } from "#areas/vendors/screening/screening-decision.service.ts";
import { readScreenings } from "#areas/vendors/screening/screening.read.service.ts";
import "../finance.server.ts";
import { readPayment } from "./payment.read.service.ts";
import { screenPayees } from "./payee-screening.service.ts";
import { paymentRun } from "./payment.tables.ts";
import { releaseRun } from "./release.service.ts";
import { readRun } from "./run.read.service.ts";
import { takeOff } from "./run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let ap: Actor;
let treasurer: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  ({ ap, treasurer } = a.people);
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const release = (id: string) =>
  as(treasurer, (tx) => releaseRun(tx, treasurer, { id, version: null }, t.app.files));
const shown = (id: string) => readRun(t.database.read(treasurer), treasurer, id);
const evidence = async (vendorId: string) =>
  (await readScreenings(t.database.read(ap), ap, vendorId)).items;
const payment = (id: string) => readPayment(t.database.read(ap), ap, id);

test("each payee is screened at the release, and the payment keeps the evidence", async () => {
  const other = await makeVendor(t.database, a);
  await approvedInvoice(t.database, a);
  await approvedInvoice(t.database, a, { vendorId: other.id });
  const id = await approvedRun(t.database, a);
  expect(await release(id)).toMatchObject({ status: "released" });
  const { payments, number } = await shown(id);
  for (const p of payments) {
    const [newest] = await evidence(p.vendorId);
    expect(newest).toMatchObject({
      trigger: "payment",
      outcome: "clear",
      objectType: "paymentRun",
      objectId: id,
      objectNumber: number,
      listDate: "2026-11-16",
      person: "treasurer",
    });
    expect((await payment(p.id)).screening).toMatchObject({
      at: newest!.at,
      outcome: "clear",
      listSha256: newest!.listSha256,
      candidates: 0,
    });
  }
});

test("a payee that came onto the list since holds the run, with its evidence; another party goes on, and nothing was paid meanwhile", async () => {
  const suspect = await makeVendor(t.database, a, { name: "Castor Paving" });
  await approvedInvoice(t.database, a);
  await approvedInvoice(t.database, a, { vendorId: suspect.id, cents: 700_00 });
  const id = await approvedRun(t.database, a);
  await makeExclusionList(t.database, a, [{ name: "Castor Paving LLC" }]);
  expect(await release(id)).toMatchObject({
    status: "approved",
    nachaFileId: null,
    registerFileId: null,
    releasedBy: null,
  });
  const held = await shown(id);
  expect(held.payments.find((p) => p.vendorId === suspect.id)).toMatchObject({
    status: "approved",
    screening: "possible",
    blocked: expect.stringContaining("may match an exclusion"),
  });
  expect(held.actions.find((x) => x.name === "release")).toMatchObject({
    enabled: false,
    reason: expect.stringContaining("Castor Paving may match"),
  });
  expect(
    await t.database.read(ap).one(sql`
      select
        count(*) filter (where status = 'released') as paid,
        count(*) filter (where check_number is not null) as numbered
      from payment
      where org_id = ${a.orgId}
    `),
  ).toEqual({ paid: 0, numbered: 0 });
  expect(
    await t.database.read(ap).maybe(sql`
      select link
      from notification
      where org_id = ${a.orgId} and person_id = ${ap.personId} and kind = 'paymentHeld'
    `),
  ).toEqual({ link: `/payments/runs/${id}` });
  await expect(release(id)).rejects.toMatchObject({ code: "rule" });

  const [found] = await evidence(suspect.id);
  expect(found).toMatchObject({
    trigger: "payment",
    objectId: id,
    outcome: "possible",
    canDecide: true,
    candidates: [{ name: "Castor Paving LLC", decided: null }],
  });
  await as(ap, (tx) =>
    decideScreening(tx, ap, found!.id, {
      decision: "clear",
      reason: "Another owner and another state of registration",
    }),
  );
  expect(await release(id)).toMatchObject({ status: "released" });
  const paid = (await shown(id)).payments.find((p) => p.vendorId === suspect.id)!;
  expect((await payment(paid.id)).screening).toMatchObject({ outcome: "clear", candidates: 1 });
});

test("a confirmed exclusion stays held until the payment is taken off; the others are paid", async () => {
  const excluded = await makeVendor(t.database, a, { name: "Dunmore Grading" });
  await as(ap, (tx) =>
    tx.rows(sql`
      update vendor
      set uei = 'DUNMORE00001'
      where org_id = ${a.orgId} and id = ${excluded.id}
    `),
  );
  const open = await approvedInvoice(t.database, a, { vendorId: excluded.id });
  await approvedInvoice(t.database, a);
  const id = await approvedRun(t.database, a);
  await makeExclusionList(t.database, a, [{ name: "Quite Another Name", uei: "DUNMORE00001" }]);
  expect(await release(id)).toMatchObject({ status: "approved" });
  const stopped = (await shown(id)).payments.find((p) => p.screening === "excluded")!;
  expect(stopped.blocked).toContain("excluded from federal awards");
  expect((await payment(stopped.id)).screening).toMatchObject({
    outcome: "excluded",
    decision: null,
  });
  await as(treasurer, (tx) =>
    takeOff(tx, treasurer, { id: stopped.id, version: null, reason: "Excluded by SAM.gov" }),
  );
  expect(await release(id)).toMatchObject({ status: "released", paymentCount: 1 });
  expect(
    await t.database.read(ap).one(sql`
      select status, paid_amount as paid
      from invoice
      where org_id = ${a.orgId} and id = ${open.id}
    `),
  ).toEqual({ status: "approved", paid: 0 });
  expect(
    (await shown(id)).payments.filter((p) => p.status === "released").map((p) => p.vendorId),
  ).toEqual([a.vendor.id]);
});

test("without a list nobody is paid; the evidence cannot be forged by the application", async () => {
  await approvedInvoice(t.database, a);
  const id = await approvedRun(t.database, a);
  await as(ap, (tx) =>
    tx.rows(sql`update exclusion_list set state = 'replaced' where org_id = ${a.orgId}`),
  );
  await expect(release(id)).rejects.toThrow(
    "No exclusion list is loaded, and nobody is paid unscreened.",
  );
  await makeExclusionList(t.database, a);
  await release(id);
  await expect(
    as(ap, (tx) =>
      tx.rows(sql`
        update vendor_screening
        set object_id = null, object_type = null
        where org_id = ${a.orgId}
      `),
    ),
  ).rejects.toMatchObject({ code: "42501" });
});

test("twelve payees take as many statements to screen as two", async () => {
  const statements = async (payees: number) => {
    for (let n = 0; n < payees; n++)
      await approvedInvoice(t.database, a, { vendorId: (await makeVendor(t.database, a)).id });
    const id = await approvedRun(t.database, a);
    const once = () =>
      as(treasurer, async (tx) => {
        let asked = 0;
        const counting = new Proxy(tx, {
          get: (of, key) => {
            const found = Reflect.get(of, key) as unknown;
            return typeof found === "function" && ["rows", "one", "maybe"].includes(String(key))
              ? (...given: unknown[]) => {
                  asked++;
                  return (found as (...g: unknown[]) => unknown).apply(of, given);
                }
              : found;
          },
        });
        const { evidence } = await screenPayees(
          counting,
          treasurer,
          await getRow(tx, paymentRun, id, "run"),
        );
        expect(evidence.size).toBe(payees);
        return asked;
      });
    await once();
    const asked = await once();
    await release(id);
    return asked;
  };
  expect(await statements(12)).toBe(await statements(2));
});
