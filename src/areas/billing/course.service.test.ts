// Agreements, changes of plan, credit notes and offers on a real database: what is decided by two, and what is refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { addDays, addMonths } from "#kernel/time.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { AgreementDetail } from "./agreement/agreement.model.ts";
import type { BillDetail } from "./bill/bill.model.ts";
import {
  customerOf,
  onDay,
  operatorAgency,
  type Customer,
  type Operating,
  type Written,
} from "./billing.setup.ts";
import type { OwnBilling, OwnPlan } from "./own/own.model.ts";
import type { PlanHeld } from "./plan/plan.model.ts";
import type { ChangePreview, MovePreview } from "./subscription/subscription.model.ts";

let t: TestDatabase;
let o: Operating;
beforeAll(async () => {
  t = await freshDatabase();
  o = await operatorAgency(t);
});
afterAll(() => t.drop());

const bills = "/api/v1/agency-bills";
const agreements = "/api/v1/hosting-agreements";
const planOf = async (c: Customer): Promise<OwnPlan> =>
  (await o.asking<OwnBilling>(c.people.boss, "GET /api/v1/billing")).plan!;
const nextOf = async (c: Customer) =>
  (await o.asking<OwnBilling>(c.people.boss, "GET /api/v1/billing")).next;
const asBoss = async (c: Customer, name: string, body: object = {}, days = 0) =>
  o.asking<{ status: string }>(
    onDay(c.people.boss, days),
    `POST /api/v1/billing/actions/${name}`,
    body,
  );
const choose = async (c: Customer, code: string, days = 0) =>
  asBoss(c, "choose", { planId: await o.offer(code) }, days);
/** On a plan that is billed from today on. */
const paying = async (code: string): Promise<Customer> => {
  const c = await customerOf(t);
  await choose(c, code);
  await o.morning(0);
  const made = await agreed(c.agency.orgId, code, { billed: "month", renewMonths: 0 });
  expect(made.status).toBe("active");
  return c;
};
const drafted = async (customerId: string, code: string, over: object = {}) =>
  o.asking<Written>(o.people.one, `POST ${agreements}`, {
    ...{ customerId, planId: await o.offer(code), orderNumber: "PO-1" },
    ...{ startsOn: agencyDay(0), endsOn: agencyDay(364), ...over },
  });
const step = async (id: string, name: string, by: Actor, body: object = {}) => {
  const { version } = await o.asking<AgreementDetail>(by, `GET ${agreements}/${id}`);
  return o.asking<Written>(by, `POST ${agreements}/${id}/actions/${name}`, body, version);
};
const agreed = async (customerId: string, code: string, over: object = {}) => {
  const { id } = await drafted(customerId, code, over);
  await step(id, "submit", o.people.one);
  return step(id, "approve", o.people.two);
};

test("who wrote an agreement does not approve it, and two terms never overlap", async () => {
  const c = await customerOf(t);
  const { id } = await drafted(c.agency.orgId, "hosted", { discountBp: 1000, billed: "year" });
  expect(await refusalOf(step(id, "approve", o.people.two))).toContain("not_in_this_status");
  await step(id, "submit", o.people.one);
  expect(await refusalOf(step(id, "approve", o.people.one))).toBe(
    "rule: You wrote this agreement, so another operator approves it.",
  );
  await step(id, "sendBack", o.people.two, { reason: "Without the discount?" });
  await step(id, "submit", o.people.one);
  expect(await step(id, "approve", o.people.two)).toMatchObject({ status: "active" });
  const plan = await planOf(c);
  expect(plan).toMatchObject({ status: "active", price: 5_389_20, billed: "year" });
  const other = await drafted(c.agency.orgId, "assured");
  expect(await refusalOf(step(other.id, "submit", o.people.one))).toContain("terms_overlap");
  await step(other.id, "drop", o.people.one, { reason: "Not needed" });
  const nobody = drafted(c.agency.departmentId, "open");
  expect(await refusalOf(nobody)).toContain("no_agency_of_this_id");
  const over = await drafted(c.agency.orgId, "open", {
    ...{ startsOn: agencyDay(-20), endsOn: agencyDay(-10) },
  });
  expect(await refusalOf(step(over.id, "submit", o.people.one))).toContain("term_over");
});

test("an agreement is renewed unless notice came in time; it ends with its term otherwise", async () => {
  const c = await customerOf(t);
  const ends = agencyDay(99);
  const { id } = await agreed(c.agency.orgId, "hosted", {
    ...{ billed: "month", endsOn: ends, renewMonths: 12, noticeDays: 30 },
  });
  await o.morning(100);
  const read = () => o.asking<AgreementDetail>(o.people.one, `GET ${agreements}/${id}`);
  expect((await read()).endsOn).toBe(addDays(addMonths(addDays(ends, 1), 12), -1));
  const notice = { noticeOn: agencyDay(100), noticeBy: "The city council" };
  await step(id, "notice", o.people.one, notice);
  expect(await refusalOf(step(id, "notice", o.people.one, notice))).toContain("notice_known");
  expect((await planOf(c)).endsOn).toBe((await read()).endsOn);
  await o.morning(100 + 370);
  expect(await read()).toMatchObject({ status: "ended" });
  expect((await o.asking<OwnBilling>(c.people.boss, "GET /api/v1/billing")).plan).toBeNull();
  expect(await refusalOf(step(id, "notice", o.people.one, notice))).toContain("not_in_force");
});

test("a dearer plan holds at once for the days that are left, a cheaper one with the next period", async () => {
  const c = await paying("hosted");
  await o.morning(0);
  const { periodFrom, periodTo } = await planOf(c);
  const days = Math.round((Date.parse(periodTo) - Date.parse(periodFrom)) / 86_400_000) + 1;
  const assured = await o.offer("assured");
  const preview = await o.asking<ChangePreview>(
    onDay(c.people.boss, 10),
    `GET /api/v1/billing/change?planId=${assured}&billed=month`,
  );
  const expected = Math.round((500_00 * (days - 10)) / days);
  expect(preview).toMatchObject({ at: "now", cents: expected, days: days - 10, periodDays: days });
  await choose(c, "assured", 10);
  const [draft] = (
    await o.asking<{ items: BillDetail[] }>(
      o.people.one,
      `GET ${bills}?status=draft&customerId=${c.agency.orgId}`,
    )
  ).items;
  const { lines } = await o.asking<BillDetail>(o.people.one, `GET ${bills}/${draft!.id}`);
  expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
    ["period", 499_00],
    ["upgrade", expected],
  ]);
  await choose(c, "open", 12);
  expect(await planOf(c)).toMatchObject({ plan: "Assured", nextPlan: "Open" });
  await choose(c, "assured", 12);
  expect((await planOf(c)).nextPlan).toBeNull();
  await choose(c, "hosted", 12);
  await o.morning(days);
  expect(await planOf(c)).toMatchObject({ plan: "Hosted", price: 499_00, nextPlan: null });
});

test("what an agency cancels ends with its term or period; a trial at once", async () => {
  const c = await paying("hosted");
  await asBoss(c, "cancel");
  expect((await planOf(c)).endsOn).toBe(agencyDay(364));
  expect(await refusalOf(asBoss(c, "cancel"))).toContain("ends_already");
  const bound = await customerOf(t);
  await agreed(bound.agency.orgId, "hosted", { renewMonths: 12, noticeDays: 360 });
  expect(await refusalOf(asBoss(bound, "cancel", {}, 10))).toContain("notice_over");
  const tries = await customerOf(t);
  await choose(tries, "hosted");
  expect(await asBoss(tries, "cancel")).toMatchObject({ status: "cancelled" });
  // Whoever tried already gets no second trial.
  expect(await choose(tries, "assured")).toMatchObject({ status: "incomplete" });
  expect(await nextOf(tries)).toBeNull();
});

test("a pause bills nothing; what goes on again begins a period of its own", async () => {
  const c = await paying("hosted");
  const path = "/api/v1/agency-subscriptions";
  const row = async () =>
    (
      await o.asking<{ items: { id: string; version: number; customerId: string }[] }>(
        o.people.one,
        `GET ${path}?customerId=${c.agency.orgId}`,
      )
    ).items[0]!;
  const { id, version } = await row();
  await o.asking(o.people.one, `POST ${path}/${id}/actions/pause`, { reason: "Flood" }, version);
  expect(await refusalOf(choose(c, "assured"))).toContain("not_now");
  await o.morning(70);
  const later = onDay(o.people.one, 75);
  await o.asking(later, `POST ${path}/${id}/actions/resume`, {}, (await row()).version);
  expect(await planOf(c)).toMatchObject({ status: "active", periodFrom: agencyDay(75) });
  const draft = (await o.asking<{ items: PlanHeld[] }>(o.people.one, "GET /api/v1/price-plans"))
    .items[0]!;
  const move = (planId: string, at: number) =>
    o.asking(o.people.one, `POST ${path}/${id}/actions/move`, { planId }, at);
  const preview = (planId: string) =>
    o.asking<MovePreview>(o.people.one, `GET ${path}/${id}/move?planId=${planId}`);
  const { periodTo, price, billed } = await planOf(c);
  expect(await preview(draft.id)).toEqual({
    ...{ on: addDays(periodTo, 1), billed },
    from: expect.objectContaining({ plan: "Hosted", price }),
    to: { plan: draft.name, versionNo: draft.versionNo, price: draft.monthlyCents },
  });
  expect(await refusalOf(preview(c.agency.orgId))).toMatch(/^not_found/);
  await move(draft.id, (await row()).version);
  expect((await planOf(c)).nextPlan).toBe(draft.name);
});

test("what is drafted by hand is sent, and given up, by another operator; credit notes take off what is owed", async () => {
  const c = await customerOf(t);
  const lines = [{ description: "Help with an import", cents: 900_00 }];
  const { id } = await o.asking<Written>(o.people.one, `POST ${bills}`, {
    ...{ customerId: c.agency.orgId, lines },
  });
  const read = (of = id) => o.asking<BillDetail>(o.people.one, `GET ${bills}/${of}`);
  const act = async (of: string, name: string, by: Actor, body: object = {}) =>
    o.asking<Written>(by, `POST ${bills}/${of}/actions/${name}`, body, (await read(of)).version);
  const { one, two } = o.people;
  expect(await refusalOf(act(id, "issue", one))).toBe(
    "rule: You drafted it, so another operator sends it.",
  );
  const credit = (cents: number) =>
    act(id, "credit", one, { note: "Half of it", lines: [{ description: "Half", cents }] });
  expect(await refusalOf(credit(1_00))).toContain("not_open");
  await act(id, "issue", two);
  expect(await refusalOf(act(id, "writeOff", two, { reason: "Gone" }))).toBe(
    "rule: You sent this bill, so another operator gives it up.",
  );
  expect(await refusalOf(credit(901_00))).toContain("over_owed");
  const note = await credit(400_00);
  expect(await refusalOf(act(note.id, "issue", one))).toContain("You drafted it");
  await act(note.id, "issue", two);
  expect(await read(note.id)).toMatchObject({
    number: expect.stringMatching(/^HC-/),
    kind: "credit",
  });
  expect(await read()).toMatchObject({ owed: 500_00, credited: 400_00 });
  expect(await refusalOf(act(id, "void", one, { reason: "Wrong" }))).toBe(
    "rule: Money or a credit note stands on it. Credit what is wrong by a credit note.",
  );
  expect(await act(id, "writeOff", one, { reason: "The town is no more" })).toMatchObject({
    status: "uncollectible",
  });
  const empty = await o.asking<Written>(one, `POST ${bills}`, {
    customerId: c.agency.orgId,
    lines,
  });
  await act(empty.id, "void", one, { reason: "Twice" });
  expect(await refusalOf(act(empty.id, "issue", two))).toContain("not_in_this_status");
});

test("a price is whole cents, within the public offers, and never undercuts what agencies hold", async () => {
  await paying("hosted");
  const path = "/api/v1/price-plans";
  const { items } = await o.asking<{ items: PlanHeld[] }>(o.people.one, `GET ${path}`);
  const hosted = items.find(({ code, status }) => code === "hosted" && status === "published")!;
  const body = (over: object) => ({
    ...{ name: hosted.name, code: hosted.code, audience: hosted.audience },
    ...{ includes: hosted.includes, monthlyCents: 499_00, yearlyCents: 499_00 * 12, ...over },
  });
  const next = (over: object) =>
    o.asking<PlanHeld>(
      o.people.one,
      `POST ${path}?nextVersionOf=${hosted.definitionId}`,
      body(over),
    );
  expect(await refusalOf(next({ monthlyCents: 499.5 }))).toContain("whole cents");
  expect(await refusalOf(next({ monthlyCents: -1 }))).toContain("not negative");
  const publish = ({ id, version }: PlanHeld) =>
    o.asking<PlanHeld>(o.people.one, `POST ${path}/${id}/actions/publish`, {}, version);
  const cheap = await next({ monthlyCents: 399_00, yearlyCents: 399_00 * 12 });
  const refused = publish(cheap).catch((error: unknown) => error);
  expect(await refused).toMatchObject({
    code: "not_ready",
    errors: [{ path: "monthlyCents" }, { path: "yearlyCents" }],
  });
  const dear = await o.asking<PlanHeld>(
    o.people.one,
    `PATCH ${path}/${cheap.id}`,
    {
      ...{ monthlyCents: 1_999_00, yearlyCents: 100_000_00 },
    },
    cheap.version,
  );
  expect(await publish(dear).catch((error: unknown) => error)).toMatchObject({
    errors: [{ path: "monthlyCents" }, { path: "yearlyCents" }],
  });
  const fourth = await o.asking<PlanHeld>(o.people.one, `POST ${path}`, {
    ...body({ code: "fourth", name: "Fourth" }),
  });
  expect(await publish(fourth).catch((error: unknown) => error)).toMatchObject({
    errors: [{ path: "public" }],
  });
  const c = await customerOf(t);
  const retire = { planId: fourth.id, billed: "month" };
  expect(await refusalOf(asBoss(c, "choose", retire))).toContain("not_offered");
  const under = o.asking(o.people.one, `POST ${agreements}`, {
    ...{ customerId: c.agency.orgId, planId: fourth.id },
    ...{ startsOn: agencyDay(0), endsOn: agencyDay(10) },
  });
  expect(await refusalOf(under)).toContain("not_published");
});
