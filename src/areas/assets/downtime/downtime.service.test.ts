// When an asset was in service and out of it, entered afterwards too, and what figures count of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sql } from "#server/db/sql.ts";

let t: TestDatabase;
let boss: Actor;
let departmentId: string;
const ask = askingOf(() => t);
const assets = "POST /api/v1/assets";

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ departmentId } = agency);
  ({ boss } = await makeMembers(t.database, agency, {
    boss: { role: "admin", duties: ["asset_manager"] },
  }));
});
afterAll(() => t.drop());

let codes = 0;
const classOf = async () =>
  (
    await ask(boss, "POST /api/v1/asset-classes", {
      code: `C${++codes}`,
      name: `Class ${codes}`,
      conditionScale: "one_to_five",
      lifeMonths: 120,
    })
  ).id;
const made = async (classId: string) =>
  (
    await ask(boss, assets, {
      name: "Pump",
      classId,
      departmentId,
      tag: `D-${++codes}`,
      location: "Yard",
      costCents: 1_200_000,
      lifeMonths: 120,
    })
  ).id;
type Shown = {
  version: number;
  inServiceOn: string;
  book: { months: number } | null;
  downtime: { id: string }[];
};
const shown = (id: string) => ask<Shown>(boss, `GET /api/v1/assets/${id}`);
const step = async (id: string, action: string, body: object = {}) =>
  ask(boss, `${assets}/${id}/actions/${action}`, body, (await shown(id)).version);
const served = async (classId: string, on: string) => {
  const id = await made(classId);
  await step(id, "putInService", { on });
  return id;
};
const at = (days: number, hour = "12") => `${agencyDay(days)}T${hour}:00:00.000Z`;
const down = (id: string, fromAt: string, untilAt: string | null) =>
  ask(boss, `${assets}/${id}/downtime`, { fromAt, untilAt, reason: "Seal is gone" });
type Times = {
  serviceHours: number;
  downHours: number;
  failures: number;
  mtbfHours: number | null;
  mttrHours: number | null;
};
type Figures = Times & {
  assets: number;
  classes: (Times & { classId: string })[];
  trend: (Times & { from: string })[];
};
const figures = (classId: string, from: string, to: string) =>
  ask<Figures>(boss, `GET /api/v1/maintenance-figures?classId=${classId}&from=${from}&to=${to}`);

test("it goes into service on an earlier day, depreciates from there, and the day is corrected", async () => {
  const id = await made(await classOf());
  expect(await refusalOf(step(id, "serviceDay", { on: agencyDay(-9), reason: "Late" }))).toContain(
    "no_service_day: Only what was put in service and not disposed of has one.",
  );
  expect(await refusalOf(step(id, "putInService", { on: agencyDay(1) }))).toContain(
    "This day is still to come.",
  );
  await step(id, "putInService", { on: agencyDay(-400) });
  expect(await shown(id)).toMatchObject({ inServiceOn: agencyDay(-400) });
  expect((await shown(id)).book!.months).toBeGreaterThanOrEqual(11);
  await down(id, at(-300), at(-299));
  const correct = (on: string) =>
    refusalOf(step(id, "serviceDay", { on, reason: "By the handover" }));
  expect(await correct(agencyDay(-200))).toContain(
    "It was out of service before this day already.",
  );
  expect(await correct(agencyDay(-500))).toBe("nothing was refused");
  expect(await shown(id)).toMatchObject({ inServiceOn: agencyDay(-500) });
});

test("times out of service are entered afterwards, apart from each other, behind its first day", async () => {
  const planned = await made(await classOf());
  expect(await refusalOf(down(planned, at(-5), at(-4)))).toContain(
    "never_in_service: Put it in service first",
  );
  const id = await served(await classOf(), agencyDay(-100));
  const refused = (from: string, to: string | null) => refusalOf(down(id, from, to));
  expect(await refused(at(2), null)).toContain("This time is still to come.");
  expect(await refused(at(-4), at(-5))).toContain("It ends before it begins.");
  expect(await refused(at(-120), at(-110))).toContain("It was not in service yet at this time.");
  expect(await refused(at(-4), null)).toContain("Enter when it ended.");
  await down(id, at(-20), at(-18));
  expect(await refused(at(-19), at(-10))).toContain(
    "It was out of service already within this time.",
  );
  const [row] = (await shown(id)).downtime;
  const correct = `PUT /api/v1/assets/${id}/downtime/${row!.id}`;
  await ask(boss, correct, { fromAt: at(-20), untilAt: at(-19), reason: "Seal" });
  await step(id, "takeOut", { reason: "Again" });
  const [open] = (await shown(id)).downtime;
  const end = { fromAt: at(-2), untilAt: at(-1), reason: "Again" };
  expect(
    await refusalOf(ask(boss, `PUT /api/v1/assets/${id}/downtime/${open!.id}`, end)),
  ).toContain("Put back in service ends what goes on.");
});

test("figures of a class count downtime to repair, failures, and what is retired until it was", async () => {
  const classId = await classOf();
  const id = await served(classId, agencyDay(-100));
  await down(id, at(-50), at(-48));
  const { id: work } = await ask(boss, "POST /api/v1/work-orders", {
    title: "It does not start",
    kind: "corrective",
    priority: "high",
    assetId: id,
  });
  // Asked for on the first day out of service; two hours of work at its end.
  await t.database.transaction(boss, (tx) =>
    tx.rows(sql`
      update work_order
      set
        status = 'closed', created_at = ${at(-50, "13")}::timestamptz,
        started_at = ${at(-48, "10")}::timestamptz, completed_at = ${at(-48)}::timestamptz
      where org_id = ${boss.orgId} and id = ${work}
    `),
  );
  const [from, to] = [agencyDay(-60), agencyDay(-41)];
  const before = await figures(classId, from, to);
  expect(before).toMatchObject({ assets: 1, failures: 1, downHours: 48, mttrHours: 48 });
  expect(before.serviceHours).toBeCloseTo(480, -1);
  expect(before.mtbfHours).toBeCloseTo(before.serviceHours - 48, 6);
  expect(before.classes).toMatchObject([{ classId, failures: 1, downHours: 48 }]);
  const sum = (key: "failures" | "downHours" | "serviceHours") =>
    before.trend.reduce((all, one) => all + one[key], 0);
  expect([sum("failures"), sum("downHours")]).toEqual([1, 48]);
  expect(sum("serviceHours")).toBeCloseTo(before.serviceHours, 6);
  await step(id, "retire", { reason: "Worn" });
  expect(await figures(classId, from, to)).toEqual(before);
});
