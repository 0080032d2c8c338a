// Quality objectives on a real database: values counted from records, one proposal a signal, decided by a person.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { recountDue } from "#areas/assets/assets.server.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { atQuality, watching, weekBefore, type Watching } from "./quality.setup.ts";
import { pointsOf, recordsBehind } from "./quality/measures.service.ts";
import type { ObjectiveDetail, PointAnswer, QualityAnswer } from "./quality/objective.model.ts";
import { periodStart } from "./quality/period.model.ts";
import { judgeAll } from "./quality/signal.service.ts";

let t: TestDatabase;
let q: Watching;

beforeAll(async () => {
  t = await freshDatabase();
  q = await watching(t);
});
afterAll(() => t.drop());

const read = (id: string, by: Actor = q.people.crew) =>
  q.asking<ObjectiveDetail>(by, `GET ${atQuality.objectives}/${id}`);
const judge = () => judgeAll(t.database, q.people.officer);
const values = ({ chart }: ObjectiveDetail) => chart.points.map(({ on, value }) => [on, value]);

test("only a quality officer sets an objective, with an owner and a base that is over", async () => {
  const { crew, buyer } = q.people;
  expect(await refusalOf(q.draft({}, crew))).toContain("not allow");
  expect(await refusalOf(q.draft({}, buyer))).toContain("not allow");
  const refused = async (over: object) => refusalOf(q.draft(over));
  expect(await refused({ ownerId: newId() })).toContain("owner_unknown");
  expect(await refused({ baseTo: agencyDay() })).toContain("base_not_over");
  expect(await refused({ baseFrom: agencyDay(-366 * 6) })).toContain("base_too_old");
  expect(await refused({ baseTo: weekBefore(16) })).toContain("The base ends after it begins.");
  expect(await refused({ target: "101" })).toContain("A share is 100 percent at the most.");
  expect(await refused({ target: "-1" })).toContain("Enter a number such as 95 or 4.5.");
  expect(await refused({ strange: 1 })).toContain("strange");
});

let id: string;

test("values are counted from the records; a week without any has none, and limits need six", async () => {
  for (const [week, inTime] of [
    [16, 4],
    [15, 5],
    [14, 4],
    [13, 5],
    [11, 4],
  ] as const)
    await q.actionsDue(week, inTime, 5);
  ({ id } = await q.draft());
  const few = await read(id);
  expect(values(few)).toEqual([
    [weekBefore(16), 80],
    [weekBefore(15), 100],
    [weekBefore(14), 80],
    [weekBefore(13), 100],
    [weekBefore(11), 80],
  ]);
  expect(few.chart).toMatchObject({ limits: null, inBase: 5, signals: [] });
  expect(few.chart.finding).toContain("5 values of the 6 that limits need");
  for (const [week, inTime] of [
    [10, 5],
    [9, 4],
    [8, 5],
  ] as const)
    await q.actionsDue(week, inTime, 5);
  const { chart } = await read(id);
  expect(chart.limits).toMatchObject({
    ...{ mean: 90, meanRange: 20, upper: 100, rangeUpper: 65.36, counted: 8 },
    lower: expect.closeTo(36.8, 9),
  });
  expect(chart.finding).toContain("100% meets the target of 90%, within the limits");
});

test("the records behind a value add up to it, and none of another week is among them", async () => {
  const point = await q.asking<PointAnswer>(
    q.people.crew,
    `GET ${atQuality.objectives}/${id}/points/${addDays(weekBefore(14), 3)}`,
  );
  expect(point).toMatchObject({
    ...{ from: weekBefore(14), to: addDays(weekBefore(14), 6), value: 80, records: 5 },
  });
  const sum = (of: "part" | "whole") => point.items.reduce((n, item) => n + item[of], 0);
  expect((100 * sum("part")) / sum("whole")).toBe(80);
  // Those that lower it stand first.
  expect(point.items.map(({ part }) => part)).toEqual([0, 1, 1, 1, 1]);
  expect(
    await refusalOf(q.asking(q.people.crew, `GET ${atQuality.objectives}/${id}/points/never`)),
  ).toContain("Enter a day.");
});

test("a draft signals nothing; once started, a value outside proposes once and tells the owner", async () => {
  await q.actionsDue(3, 0, 5);
  expect(await judge()).toBe(0);
  expect((await read(id)).told).toEqual([]);
  expect(await refusalOf(q.step(atQuality.objectives, q.people.crew, id, "start"))).toContain(
    "not allow",
  );
  expect(await q.step(atQuality.objectives, q.people.officer, id, "start")).toMatchObject({
    status: "active",
  });
  const told = async () => (await read(id)).told;
  expect(await told()).toMatchObject([
    {
      ...{ kind: "outside", side: "below", fromOn: weekBefore(3), toOn: weekBefore(3) },
      ...{ status: "proposed", foundOn: agencyDay() },
    },
  ]);
  expect((await told())[0]!.said).toContain("0% is under the limit of 36.8%");
  // However often it is counted, it is proposed once; its owner heard once.
  expect(await judge()).toBe(0);
  expect(await judge()).toBe(0);
  expect(await told()).toHaveLength(1);
  const notices = await t.database.read(q.people.owner).one<{ n: number }>(sql`
    select count(*)::int as n
    from notification
    where org_id = ${q.agency.orgId} and person_id = ${q.people.owner.personId} and kind = 'quality'
  `);
  expect(notices.n).toBe(1);
  // The next week is outside as well: the same signal goes on.
  await q.actionsDue(2, 0, 5);
  expect(await judge()).toBe(0);
  expect(await told()).toMatchObject([{ fromOn: weekBefore(3), toOn: weekBefore(2) }]);
});

test("the page shows what is out of limits first; no second objective measures the same", async () => {
  const other = await q.draft({ name: "The same again" });
  expect(
    await refusalOf(q.step(atQuality.objectives, q.people.officer, other.id, "start")),
  ).toContain("measured_already");
  const rejected = await q.draft({
    ...{ name: "Little is rejected", measure: "rejected", direction: "at_most", target: "5" },
  });
  await q.step(atQuality.objectives, q.people.officer, rejected.id, "start");
  const page = await q.asking<QualityAnswer>(q.people.crew, "GET /api/v1/quality");
  expect(page.objectives.map((each) => each.id)).toEqual([id, rejected.id]);
  expect(page).toMatchObject({ outside: 1, missed: 1, proposals: 1 });
  expect(page.objectives[1]!.chart.finding).toBe("No record in any finished period yet");
});

test("what an active objective measures stays; its target moves, and its history says so", async () => {
  const { officer } = q.people;
  const change = async (body: object, by: Actor = officer) => {
    const { version } = await read(id);
    return q.asking(by, `PATCH ${atQuality.objectives}/${id}`, body, version);
  };
  expect(await refusalOf(change({ measure: "firstPass" }))).toContain("measure_kept");
  expect(await refusalOf(change({ period: "month" }))).toContain("measure_kept");
  expect(await refusalOf(change({ target: "95" }, q.people.crew))).toContain("not allow");
  await change({ target: "95.5" });
  expect((await read(id)).target).toBe("95.50");
  const { items } = await q.asking<{ items: { action: string }[] }>(
    q.people.crew,
    `GET ${atQuality.objectives}/${id}/history`,
  );
  expect(items.map(({ action }) => action)).toEqual(
    ["update", "start", "create"].map((action) => `qualityObjective.${action}`),
  );
});

const signalOf = async () => (await read(id)).told[0]!;
const accepted = () => ({
  ...{ title: "Actions wait", problem: "Nobody had time.", ownerId: q.people.owner.personId },
  dueOn: agencyDay(20),
});
const decideOn = (by: Actor, what: "accept" | "dismiss", body: object, on = id) =>
  q.asking<{ id: string }>(by, `POST ${atQuality.objectives}/${on}/actions/${what}-signal`, body);

test("a person decides about a proposal: it becomes a corrective action once", async () => {
  const { officer, crew } = q.people;
  const { id: signalId } = await signalOf();
  const body = { signalId, ...accepted() };
  expect(await refusalOf(decideOn(crew, "accept", body))).toContain("not allow");
  expect(await refusalOf(decideOn(officer, "accept", { ...body, signalId: newId() }))).toContain(
    "not_found",
  );
  const others = await q.draft({ name: "Of another" });
  expect(await refusalOf(decideOn(officer, "accept", body, others.id))).toContain(
    "signal_of_another",
  );
  const action = await decideOn(officer, "accept", body);
  expect(await signalOf()).toMatchObject({ status: "accepted", actionId: action.id });
  expect(await refusalOf(decideOn(officer, "accept", body))).toContain("signal_decided");
  expect(await refusalOf(decideOn(officer, "dismiss", { signalId, reason: "No." }))).toContain(
    "signal_decided",
  );
  expect(await judge()).toBe(0);
  const opened = await q.asking<{ subjectType: string; problem: string }>(
    crew,
    `GET /api/v1/corrective-actions/${action.id}`,
  );
  expect(opened).toMatchObject({ subjectType: "qualityObjective", problem: "Nobody had time." });
});

test("leaving a signal as it is asks for the reason", async () => {
  // A run on one side of the mean, in an objective of its own.
  const body = { measure: "actionsInTime", period: "month", baseFrom: agencyDay(-1500) };
  const monthly = await q.draft({ ...body, baseTo: agencyDay(-200) });
  const signalId = newId();
  await t.database.transaction(q.people.officer, (tx) =>
    tx.rows(sql`
      insert into quality_signal (
        org_id, id, objective_id, kind, side, from_on, to_on, said, found_on
      )
      values (
        ${q.agency.orgId}, ${signalId}, ${monthly.id}, 'run', 'below', ${agencyDay(-300)}::date,
        ${agencyDay(-30)}::date, 'A run', ${agencyDay()}::date
      )
    `),
  );
  const dismiss = (reason: string, by: Actor = q.people.officer) =>
    decideOn(by, "dismiss", { signalId, reason }, monthly.id);
  expect(await refusalOf(dismiss("No"))).toContain("Say why nothing is done about it.");
  expect(await refusalOf(dismiss("Known since spring", q.people.crew))).toContain("not allow");
  await dismiss("Known since spring");
  expect((await read(monthly.id)).told).toMatchObject([
    { status: "dismissed", reason: "Known since spring", decidedOn: agencyDay() },
  ]);
});

test("on the day of its check it is counted anew: what is outside again opens the action", async () => {
  const { officer, boss, owner } = q.people;
  const { actionId } = await signalOf();
  const at = "/api/v1/corrective-actions";
  await q.step(at, officer, actionId!, "contain", { containment: "Two people help." });
  await q.step(at, officer, actionId!, "findCause", { rootCause: "No list.", plan: "A list." });
  await q.step(at, boss, actionId!, "approvePlan");
  await q.step(at, officer, actionId!, "implement");
  // As if it was carried out forty days ago; since then two weeks were outside.
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      update corrective_action
      set implemented_on = ${agencyDay(-40)}::date
      where org_id = ${q.agency.orgId} and id = ${actionId}
    `),
  );
  // Another one, opened before it, is about an objective that nobody finds.
  const gone = newId();
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      insert into corrective_action (
        org_id, id, number, title, status, subject_type, subject_id, subject_number, subject_link,
        implemented_on
      )
      values (
        ${q.agency.orgId}, '00000000-0000-7000-8000-000000000001', 'CA-GONE', 'Fence',
        'implemented', 'qualityObjective', ${gone}, 'QO-1', '/x', ${agencyDay(-40)}::date
      )
    `),
  );
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(recountDue(t.database, asSystem(owner))).rejects.toThrow("1 of 2 records failed");
  log.mockRestore();
  const action = await q.asking<{ status: string; firstCheck: string }>(
    owner,
    `GET ${at}/${actionId}`,
  );
  expect(action.status).toBe("reopened");
  expect(action.firstCheck).toContain("0% is under the limit");
});

// A base that began before all time: it cannot be counted, which the constraints of the table do not know.
const baseFrom = (objectiveId: string, day: string) =>
  t.database.transaction(q.people.officer, (tx) =>
    tx.rows(sql`
      update quality_objective
      set base_from = ${day}::date
      where org_id = ${q.agency.orgId} and id = ${objectiveId}
    `),
  );

test("an objective that cannot be counted stops no other, and the round fails so that it is tried again", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const monthly = await q.draft({
    ...{ measure: "actionsInTime", period: "month" },
    ...{ baseFrom: agencyDay(-800), baseTo: agencyDay(-420) },
  });
  for (const [at, weeks] of [100, 95, 90, 85, 80, 75, 70].entries())
    await q.actionsDue(weeks, at % 2 ? 5 : 4, 5);
  await q.step(atQuality.objectives, q.people.officer, monthly.id, "start");
  await q.actionsDue(40, 0, 5);
  const before = (await read(id)).baseFrom;
  await baseFrom(id, "-infinity");
  const failure = (await judge().catch((error: unknown) => error)) as AggregateError;
  expect(failure.message).toBe("quality objective: 1 of 3 records failed");
  expect(log).toHaveBeenCalledWith(`quality objective ${id}:`, failure.errors[0]);
  // The one that was set later was judged all the same.
  expect((await read(monthly.id)).told.map(({ fromOn }) => fromOn)).toContain(
    periodStart("month", addDays(weekBefore(40), 2)),
  );
  await baseFrom(id, before);
  expect(await judge()).toBe(0);
  log.mockRestore();
});

test("an ended objective signals no more, and ends with a reason", async () => {
  const { officer } = q.people;
  const end = (body: object) => q.step(atQuality.objectives, officer, id, "end", body);
  expect(await refusalOf(end({}))).toContain("reason");
  await end({ reason: "Another measure says more." });
  await q.actionsDue(1, 0, 5);
  expect(await judge()).toBe(0);
  const { version } = await read(id);
  expect(
    await refusalOf(
      q.asking(officer, `PATCH ${atQuality.objectives}/${id}`, { target: "1" }, version),
    ),
  ).toContain("The objective has ended.");
});

test("another agency's objectives are not found", async () => {
  const strange = (asked: string, body: object = {}) =>
    refusalOf(q.asking(q.stranger, asked.replace("ID", `${atQuality.objectives}/${id}`), body, 1));
  expect(await strange("GET ID")).toContain("not_found");
  expect(await strange(`GET ID/points/${agencyDay()}`)).toContain("not_found");
  expect(await strange("PATCH ID", { target: "1" })).toContain("not_found");
  expect(await strange("POST ID/actions/start")).toContain("not_found");
  const body = { signalId: (await signalOf()).id };
  expect(await strange("POST ID/actions/accept-signal", { ...body, ...accepted() })).toContain(
    "not_found",
  );
});

const span = async (measure: "firstPass" | "rejected" | "inFull" | "needToOrder") => {
  const db = t.database.read(q.people.officer);
  const [from, to] = [agencyDay(-400), agencyDay(60)];
  return pointsOf(db, { measure, period: "month" }, from as Day, to as Day);
};

test("first-pass match counts bills as a hand does: with an exception, without, voided left out", async () => {
  const first = addDays(periodStart("month", agencyDay()), 0);
  const bills: { id: string }[] = [];
  for (let at = 0; at < 4; at += 1)
    bills.push(
      await approvedInvoice(t.database, q.agency, { receivedOn: first, invoiceDate: first }),
    );
  await t.database.transaction(q.agency.people.ap, async (tx) => {
    for (const { id: billId } of bills.slice(0, 1))
      await tx.rows(sql`
        insert into invoice_exception (org_id, id, invoice_id, kind, message, status)
        values (${q.agency.orgId}, ${newId()}, ${billId}, 'price', 'Dearer', 'accepted')
      `);
    await tx.rows(sql`
      update invoice
      set status = 'voided'
      where org_id = ${q.agency.orgId} and id = ${bills[3]!.id}
    `);
  });
  expect(await span("firstPass")).toEqual([{ on: first, value: 66.6667, records: 3 }]);
});

test("rejected goods, lines in full and days to order count as a hand does", async () => {
  const { orderId, orderLineId } = await q.rejected("2");
  const today = periodStart("month", agencyDay());
  // Two of ten tons at 12.50.
  expect(await span("rejected")).toEqual([{ on: today, value: 20, records: 1 }]);
  const [need, order] = [addDays(today, -9), addDays(today, 1)];
  await t.database.transaction(q.people.officer, async (tx) => {
    await tx.rows(sql`
      update purchase_order
      set promised_on = ${order}::date, ordered_on = ${order}::date
      where org_id = ${q.agency.orgId} and id = ${orderId}
    `);
  });
  // Eight of ten were accepted: not in full.
  expect(await span("inFull")).toMatchObject([{ on: today, value: 0, records: 1 }]);
  const requisition = newId();
  await t.database.transaction(q.people.officer, async (tx) => {
    await tx.rows(sql`
      insert into requisition (
        org_id, id, number, title, department_id, requester_id, requested_on, needed_on,
        fiscal_year_id, status, submitted_at
      )
      select
        org_id, ${requisition}, 'REQ-1', 'Stone', department_id, buyer_id, ${need}::date,
        ${order}::date, fiscal_year_id, 'ordered', ${`${need}T18:00:00Z`}::timestamptz
      from purchase_order
      where org_id = ${q.agency.orgId} and id = ${orderId}
    `);
    const line = newId();
    await tx.rows(sql`
      insert into requisition_line (
        org_id, id, requisition_id, line_no, description, quantity, unit_price, amount
      )
      values (${q.agency.orgId}, ${line}, ${requisition}, 1, 'Stone', 10, 12.5, 12500)
    `);
    await tx.rows(sql`
      update purchase_order_line
      set requisition_line_id = ${line}
      where org_id = ${q.agency.orgId} and id = ${orderLineId}
    `);
  });
  expect(await span("needToOrder")).toEqual([{ on: today, value: 10, records: 1 }]);
  const behind = await recordsBehind(
    t.database.read(q.people.officer),
    { measure: "needToOrder", period: "month" },
    today,
  );
  expect(behind).toMatchObject({ value: 10, records: 1, items: [{ id: requisition, part: 10 }] });
});
