import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { proposeRun, releaseRun, submitRun } from "#areas/finance/finance.server.ts";
import { runInput } from "#areas/finance/payment/run.model.ts";
import { readRun } from "#areas/finance/payment/run.read.service.ts";
import { screenVendor } from "#areas/vendors/vendors.server.ts";
import { heldBack } from "#server/controls/gates.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import "../controls.server.ts";
import { controlInput } from "../control/control.model.ts";
import { listControls } from "../control/control.read.service.ts";
import { controls, ensureControls } from "../control/control.service.ts";
import { requestWaiver } from "../waiver/waiver.service.ts";
import { waiverInput } from "../waiver/waiver.model.ts";
import { letPass } from "./gate.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let officer: Actor, chief: Actor;

const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ officer, chief } = await makeMembers(t.database, a, {
    officer: { duties: ["compliance_officer"] },
    chief: { role: "manager" },
  }));
  await makePolicy(t.database, a.people.admin, {
    documentType: "controlWaiver",
    steps: [
      {
        name: "Compliance",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "compliance_officer" }],
      },
    ],
  });
  await as(a.people.admin, (tx) => ensureControls(tx));
});
afterAll(() => t.drop());

const controlOf = async (checkName: string) =>
  (await listControls(t.database.read(officer))).find(
    (c) => c.checkName === checkName && c.status === "published",
  )!;
const setMode = async (checkName: string, mode: "block" | "warn") => {
  const { definitionId, name, severity, days, ownerDuty } = await controlOf(checkName);
  const draft = await as(officer, (tx, actor) =>
    controls.draft(
      tx,
      actor,
      controlInput.parse({ name, checkName, severity, mode, days, ownerDuty }),
      definitionId,
    ),
  );
  await as(chief, (tx, actor) => controls.publish(tx, actor, draft.id, draft.version));
};

const release = (id: string) =>
  as(a.people.treasurer, (tx, actor) => releaseRun(tx, actor, { id, version: null }, t.app.files));
const shown = (id: string) => readRun(t.database.read(a.people.treasurer), a.people.treasurer, id);
const buttonOf = async (id: string) =>
  (await shown(id)).actions.find(({ name }) => name === "release")!;

/** A run of one payment to each of some vendors. */
const runOf = async (vendorIds: readonly string[]): Promise<string> => {
  for (const vendorId of vendorIds)
    await approvedInvoice(t.database, a, { vendorId, cents: 50_00 });
  return approvedRun(t.database, a);
};
/** A vendor whose account was changed three days ago. */
const changed = async (): Promise<string> => {
  const { id } = await makeVendor(t.database, a);
  await bankAccount(t.database, a, id, { accountNumber: "1000200030", hoursAgo: 900 });
  await bankAccount(t.database, a, id, { accountNumber: "1000200031", hoursAgo: 72 });
  await as(a.people.admin, (tx) =>
    tx.rows(sql`update vendor set payment_method = 'ach' where org_id = ${a.orgId} and id = ${id}`),
  );
  return id;
};

test("without a control that stops it, nothing is asked, not even which payments they are", async () => {
  const db = t.database.read(officer);
  const never = () => Promise.reject(new Error("asked"));
  expect(await heldBack(db, "payment.release", never)).toEqual([]);
  const run = await runOf([await changed()]);
  expect(await buttonOf(run)).toMatchObject({ enabled: true });
  expect((await release(run)).status).toBe("released");
});

test("a control holds a run and names the payment; evidence lets it go", async () => {
  const unscreened = (await makeVendor(t.database, a)).id;
  await as(officer, (tx, actor) => screenVendor(tx, actor, a.vendor.id, "activation"));
  await setMode("payment.screened", "block");
  const run = await runOf([a.vendor.id, unscreened]);
  const held = (await shown(run)).payments.find(({ vendorId }) => vendorId === unscreened)!;
  const button = await buttonOf(run);
  expect(button.enabled).toBe(false);
  expect(button.reason).toMatch(
    new RegExp(`^${held.number}: Payee screened before stops it \\(2 CFR 180.*Screen the vendor`),
  );
  expect((await shown(run)).gate).toContainEqual({
    code: "control",
    kind: "stops",
    sentence: button.reason,
  });
  await expect(release(run)).rejects.toMatchObject({
    status: 409,
    code: "control_stops",
    message: button.reason,
  });
  await as(officer, (tx, actor) => screenVendor(tx, actor, unscreened, "activation"));
  expect(await buttonOf(run)).toMatchObject({ enabled: true });
  expect((await release(run)).status).toBe("released");
  await setMode("payment.screened", "warn");
});

test("a waiver lets one payment go soon after a bank change", async () => {
  await setMode("payment.bankChange", "block");
  await approvedInvoice(t.database, a, { vendorId: await changed(), cents: 50_00 });
  const { id: run } = await as(a.people.ap, (tx, actor) =>
    proposeRun(tx, actor, runInput.parse({ payThrough: agencyDay(400) })),
  );
  // Said from the first step of the run on, long before anybody could release it.
  expect((await shown(run)).gate.map(({ code }) => code)).toEqual(["control"]);
  await as(a.people.ap, (tx, actor) => submitRun(tx, actor, { id: run, version: null }));
  await approveDocument(t.database, a.people.manager, run);
  await expect(release(run)).rejects.toMatchObject({
    code: "control_stops",
    message: expect.stringMatching(/3 days before the payment; 10 wanted/),
  });
  const [payment] = (await shown(run)).payments;
  const { definitionId: controlId } = await controlOf("payment.bankChange");
  const waiver = await as(a.people.ap, (tx, actor) =>
    requestWaiver(
      tx,
      actor,
      waiverInput.parse({
        scope: "record",
        controlId,
        subjectId: payment!.id,
        part: 0,
        endsAt: new Date(Date.now() + 86_400_000).toISOString(),
        reason: "The bank of the vendor closed its branch.",
        measure: "Its owner was called at the number of last year.",
      }),
    ),
  );
  await expect(release(run)).rejects.toMatchObject({ code: "control_stops" });
  const approval = (await newestApproval(t.database.read(officer), waiver.id))!;
  await as(officer, (tx, actor) => decide(tx, actor, approval.id, "approve", "", null));
  expect((await release(run)).status).toBe("released");
});

test("what cannot be told holds a run until somebody without a hand in it lets it pass with a reason", async () => {
  const rule = (until: string | null) =>
    as(a.people.admin, (tx) =>
      tx.rows(sql`
        update legal_rule
        set effective_to = ${until}
        where org_id = ${a.orgId} and key = 'paymentAfterBankChange'
      `),
    );
  await rule("2001-01-01");
  const run = await runOf([await changed()]);
  const [payment] = (await shown(run)).payments;
  await expect(release(run)).rejects.toMatchObject({
    code: "control_stops",
    message: expect.stringContaining("cannot be told"),
  });
  const { definitionId: controlId } = await controlOf("payment.bankChange");
  const pass = (actor: Actor) =>
    as(actor, (tx, by) =>
      letPass(tx, by, {
        controlId,
        subjectId: payment!.id,
        reason: "The vendor was called at its old number.",
      }),
    );
  await expect(pass(a.people.otherManager)).rejects.toMatchObject({ code: "own_record" });
  await pass(officer);
  expect((await release(run)).status).toBe("released");
  await rule(null);
});
