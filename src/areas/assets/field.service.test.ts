// Hours, meters and plans: nobody in two places, never two orders of one cycle, and what a colleague
// of another agency cannot reach.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { assetInput } from "./asset/asset.model.ts";
import { createAsset, moveAsset } from "./asset/asset.service.ts";
import { createClass } from "./asset/class.service.ts";
import { fieldHours } from "./hours/field-hours.service.ts";
import { hourInput } from "./hours/hours.model.ts";
import { approveHours, correctHours, enterHours, withdrawHours } from "./hours/hours.service.ts";
import { workHour } from "./hours/hours.tables.ts";
import { addRate, costOfWork, saveLaborClass } from "./hours/rates.service.ts";
import { recordReading } from "./meter/meter.service.ts";
import { figuresAsked } from "./plan/figures.model.ts";
import { maintenanceFigures } from "./plan/figures.service.ts";
import { planInput } from "./plan/plan.model.ts";
import { listPlans, plans } from "./plan/plan.service.ts";
import { runPlan, runPlans } from "./plan/planning.service.ts";
import { workOrderInput } from "./work-order/work-order.model.ts";
import {
  approveWork,
  completeWork,
  endWork,
  requestWork,
  startWork,
} from "./work-order/work-order.service.ts";

let t: TestDatabase;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let crew: Actor;
let mate: Actor;
let stranger: Actor;
let classId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; errors?: { path: string }[]; message: string }) =>
      error.errors?.[0]?.path ?? error.code ?? error.message,
  );

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, crew, mate } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    crew: { duties: ["technician"] },
    mate: { duties: ["technician"] },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ id: classId } = await as(keeper, (tx) =>
    createClass(tx, keeper, {
      code: "PUMP",
      name: "Pump",
      conditionScale: "one_to_five",
      lifeMonths: 120,
      active: true,
    }),
  ));
});
afterAll(() => t.drop());

const asking = askingOf(() => t);
let tags = 0;
const serving = async (over: object = {}) => {
  const { id } = await as(keeper, (tx) =>
    createAsset(
      tx,
      keeper,
      assetInput.parse({
        name: "Pump",
        classId,
        tag: `F-${++tags}`,
        location: "Yard",
        departmentId: agency.departmentId,
        ...over,
      }),
    ),
  );
  await as(keeper, (tx) => moveAsset(tx, keeper, "putInService", { id, version: null }));
  return id;
};
const begun = async (assetId: string) => {
  const { id } = await as(mate, (tx) =>
    requestWork(tx, mate, workOrderInput.parse({ title: "Repair", assetId })),
  );
  await as(manager, (tx) => approveWork(tx, manager, { id, version: null }));
  await as(crew, (tx) => startWork(tx, crew, "start", { id, version: null }));
  return id;
};
const clock = (day: number, hour: number) =>
  new Date(Date.parse(`${agencyDay(day)}T00:00:00Z`) + hour * 3_600_000).toISOString();
const hours = (over: object = {}) =>
  hourInput.parse({ fromAt: clock(-3, 14), toAt: clock(-3, 18), ...over });

test("hours are one's own or the crew's; another approves them; then they are locked and corrected by a new row", async () => {
  const workOrderId = await begun(await serving());
  const own = { personId: crew.personId, workOrderId };
  expect(await refused(as(mate, (tx) => enterHours(tx, mate, hours(own))))).toBe("not_allowed");
  const row = await as(crew, (tx) => enterHours(tx, crew, hours({ ...own, breakMinutes: 30 })));
  expect(row).toMatchObject({ minutes: 210, status: "entered" });
  const led = hours({ ...own, personId: mate.personId });
  await as(crew, (tx) => enterHours(tx, crew, led));
  expect(await refused(as(crew, (tx) => approveHours(tx, crew, row.id, 1)))).toBe("own_hours");
  await as(keeper, (tx) => approveHours(tx, keeper, row.id, 1));
  expect(await refused(as(crew, (tx) => withdrawHours(tx, crew, row.id, 2)))).toBe("hours_locked");
  const bypass = as(keeper, (tx) =>
    tx.rows(
      sql`update work_hour set minutes = 1 where org_id = ${agency.orgId} and id = ${row.id}`,
    ),
  );
  await expect(bypass).rejects.toThrow();
  const next = await as(crew, (tx) =>
    correctHours(
      tx,
      crew,
      row.id,
      { ...hours({ ...own, toAt: clock(-3, 17) }), reason: "Left at 5" },
      2,
    ),
  );
  expect(next).toMatchObject({ minutes: 180, correctsId: row.id, status: "entered" });
  const db = t.database.read(keeper);
  expect(await fieldHours(db, { workOrderIds: [workOrderId] })).toEqual([]);
  await as(keeper, (tx) => approveHours(tx, keeper, next.id, 1));
  expect(await fieldHours(db, { workOrderIds: [workOrderId] })).toMatchObject([
    { id: next.id, minutes: 180, person: crew.name },
  ]);
  expect(await fieldHours(t.database.read(stranger), { workOrderIds: [workOrderId] })).toEqual([]);
});

test("nobody is in two places, whoever enters it and at once", async () => {
  const mine = hours({ personId: mate.personId, fromAt: clock(-9, 8), toAt: clock(-9, 12) });
  const over = hours({ personId: mate.personId, fromAt: clock(-9, 11), toAt: clock(-9, 13) });
  const both = await Promise.allSettled([
    as(mate, (tx) => enterHours(tx, mate, mine)),
    as(keeper, (tx) => enterHours(tx, keeper, over)),
    as(mate, (tx) => enterHours(tx, mate, mine)),
  ]);
  expect(both.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  // The database refuses it by itself, however it is written.
  const raw = (tx: Tx) =>
    insertRow(tx, workHour, {
      orgId: agency.orgId,
      id: newId(),
      kind: "labor",
      personId: mate.personId,
      fromAt: clock(-9, 11),
      toAt: clock(-9, 12),
      workedOn: agencyDay(-9),
      minutes: 60,
    });
  await expect(as(keeper, raw)).rejects.toThrow(/work_hour_person_apart/);
  const after = hours({ personId: mate.personId, fromAt: clock(-9, 13), toAt: clock(-9, 14) });
  await as(mate, (tx) => enterHours(tx, mate, after));
});

test("a unit runs and stands by in one place, with its meter; the cost follows the rates of the day", async () => {
  const unitId = await serving({ name: "Truck" });
  const workOrderId = await begun(await serving());
  const unit = hours({
    kind: "equipment",
    unitId,
    personId: crew.personId,
    workOrderId,
    fromAt: clock(-5, 8),
    toAt: clock(-5, 12),
    standbyMinutes: 60,
    meter: 812.5,
  });
  const row = await as(crew, (tx) => enterHours(tx, crew, unit));
  expect(row).toMatchObject({ minutes: 180, standbyMinutes: 60 });
  const again = as(keeper, (tx) =>
    enterHours(tx, keeper, { ...unit, personId: null, meter: null }),
  );
  expect(await refused(again)).toBe("two_places");
  const { id: laborClassId } = await as(manager, (tx) =>
    saveLaborClass(tx, manager, { code: "T", name: "Technician", active: true }),
  );
  const worked = hours({
    personId: crew.personId,
    laborClassId,
    workOrderId,
    pay: "overtime",
    fromAt: clock(-5, 8),
    toAt: clock(-5, 10),
  });
  await as(crew, (tx) => enterHours(tx, crew, worked));
  const rate = { source: "", regularCents: 6_000, otherCents: 9_001 };
  for (const [over, fromDay] of [
    [{ laborClassId, assetClassId: null }, agencyDay(-30)],
    [{ laborClassId: null, assetClassId: classId }, agencyDay(-30)],
    [{ laborClassId, assetClassId: null }, agencyDay(-1)],
  ] as const)
    await as(manager, (tx) => addRate(tx, manager, { ...rate, ...over, fromDay }));
  const cost = await costOfWork(t.database.read(manager), manager, workOrderId);
  // Three hours at 60.00, one standby at 90.01, two of overtime at 90.01.
  expect(cost).toEqual({
    minutes: 120,
    equipmentMinutes: 180,
    waiting: 2,
    unrated: 0,
    cents: 18_000 + 9_001 + 18_002,
  });
  expect((await costOfWork(t.database.read(crew), crew, workOrderId)).cents).toBeNull();
  const said = JSON.stringify(
    await t.database
      .read(manager)
      .rows(
        sql`
          select content
          from audit_entry
          where org_id = ${agency.orgId} and action = 'hourRate.add'
        `,
      )
      .catch(() => []),
  );
  expect(said).not.toContain("9001");
});

test("a meter rises, or declares that it began anew", async () => {
  const assetId = await serving();
  const read = (value: number, day: number, over: object = {}) =>
    as(crew, (tx) =>
      recordReading(tx, crew, {
        assetId,
        kind: "hours",
        value,
        readAt: clock(day, 12),
        source: "typed",
        rollover: false,
        ...over,
      }),
    );
  await read(9_990, -30);
  expect(await refused(read(20, -10))).toBe("value");
  expect(await refused(read(20, -10, { rollover: true }))).toBe("rolledAt");
  expect(await read(20, -10, { rollover: true, rolledAt: 9_999 })).toMatchObject({
    total: "10019.0",
  });
  expect(await refused(read(9_995, -20))).toBe("done");
  expect(await refused(read(9_999.9, -15))).toBe("done");
  expect(await refused(read(30, 2))).toBe("readAt");
  expect(await refused(read(20, -10, { rollover: true, rolledAt: 9_999 }))).toBe("done");
});

const planOf = async (over: object) => {
  const draft = await as(manager, (tx) => plans.draft(tx, manager, planInput.parse(over)));
  await as(manager, (tx) => plans.publish(tx, manager, draft.id, draft.version));
  return draft.definitionId;
};
// A morning so many days from now, on which the nightly job looks.
const morning = (days: number) => ({
  orgId: agency.orgId,
  personId: null,
  timeZone: "America/Chicago",
  businessNow: `${agencyDay(days)}T15:00:00.000Z`,
});
const cycles = (definitionId: string) =>
  t.database.read(manager).rows<{ dueOn: string; status: string; workOrderId: string | null }>(sql`
    select due_on, status, work_order_id
    from plan_cycle
    where org_id = ${agency.orgId} and definition_id = ${definitionId}
    order by due_on
  `);

test("a plan makes one order for a cycle: by several at once, after days away, and by clocks that jump back", async () => {
  const assetId = await serving();
  const daily = await planOf({
    name: "Daily round",
    every: 1,
    unit: "days",
    anchorOn: agencyDay(0),
    leadDays: 0,
    assetIds: [assetId],
  });
  await Promise.all([1, 2, 3].map(() => runPlans(t.database, morning(0))));
  expect(await cycles(daily)).toMatchObject([{ dueOn: agencyDay(0), status: "open" }]);
  const workOrderId = (await cycles(daily))[0]!.workOrderId!;
  // The order is still open: what comes due meanwhile is missed, said once.
  await Promise.all([1, 2].map(() => runPlans(t.database, morning(1))));
  await runPlans(t.database, morning(0));
  expect((await cycles(daily)).map((c) => c.status)).toEqual(["open", "missed"]);
  await as(crew, (tx) => startWork(tx, crew, "start", { id: workOrderId, version: null }));
  await as(crew, (tx) =>
    completeWork(
      tx,
      crew,
      { id: workOrderId, version: null },
      { problem: "", cause: "", remedy: "Done" },
    ),
  );
  // Three mornings nobody looked: the newest is made, the two before are logged.
  await runPlans(t.database, morning(4));
  await runPlans(t.database, morning(2));
  expect((await cycles(daily)).map((c) => c.status)).toEqual([
    "done",
    "missed",
    "missed",
    "missed",
    "open",
  ]);
  const twice = t.database.transaction(manager, (tx) =>
    tx.rows(sql`
      insert into plan_cycle (org_id, id, definition_id, plan_id, asset_id, due_on, status)
      select org_id, ${newId()}, definition_id, plan_id, asset_id, due_on + 100, 'open'
      from plan_cycle
      where org_id = ${agency.orgId} and definition_id = ${daily} and status = 'open'
    `),
  );
  await expect(twice).rejects.toThrow(/plan_cycle_open/);
});

test("the yearly covers the monthly; a plan that covers itself or has no date is not published", async () => {
  const assetId = await serving();
  const common = { leadDays: 0, assetIds: [assetId] };
  const monthly = await planOf({
    ...common,
    name: "Monthly",
    every: 1,
    unit: "months",
    anchorOn: agencyDay(3),
  });
  await planOf({
    ...common,
    name: "Yearly",
    every: 1,
    unit: "years",
    anchorOn: agencyDay(10),
    covers: [monthly],
  });
  await runPlans(t.database, morning(3));
  expect(await cycles(monthly)).toMatchObject([{ status: "covered", workOrderId: null }]);
  const none = planOf({
    ...common,
    name: "Never",
    every: 1,
    unit: "years",
    anchorOn: "2026-01-15",
    seasonFrom: "06-01",
    seasonTo: "06-30",
  });
  expect(await refused(none)).toBe("seasonFrom");
  expect(
    await refused(planOf({ name: "On nothing", every: 1, unit: "days", anchorOn: "2026-01-01" })),
  ).toBe("assetIds");
  const [plan] = (await listPlans(t.database.read(manager))).filter((p) => p.name === "Monthly");
  const draft = await as(manager, (tx) =>
    plans.draft(tx, manager, { ...planInput.parse(plan), covers: [monthly] }, monthly),
  );
  expect(
    await refused(as(manager, (tx) => plans.publish(tx, manager, draft.id, draft.version))),
  ).toBe("covers");
});

test("by a meter an asset comes due when it has run so long, once", async () => {
  const assetId = await serving();
  const definitionId = await planOf({
    name: "Every 250 hours",
    dueBy: "meter",
    meterKind: "hours",
    meterEvery: 250,
    leadDays: 0,
    assetIds: [assetId],
  });
  const plan = (await listPlans(t.database.read(manager))).find(
    (p) => p.definitionId === definitionId,
  )!;
  const go = () => runPlan(t.database, morning(0), plan, [plan]);
  const read = (value: number, readAt: string) =>
    as(crew, (tx) =>
      recordReading(tx, crew, {
        assetId,
        kind: "hours",
        value,
        readAt,
        source: "device",
        rollover: false,
      }),
    );
  // What it had run when the plan came into force does not count.
  await read(900, clock(-2, 12));
  expect((await go()).made).toBe(0);
  await read(1_149, new Date().toISOString());
  expect((await go()).made).toBe(0);
  await read(1_150, new Date().toISOString());
  expect((await Promise.all([go(), go()])).reduce((sum, told) => sum + told.made, 0)).toBe(1);
  expect((await go()).made).toBe(0);
});

test("figures of a period count what their rows hold; without failures there is no time between them", async () => {
  const mine = await makeAgency(t.database);
  const { boss } = await makeMembers(t.database, mine, { boss: { role: "admin" } });
  const empty = await maintenanceFigures(t.database.read(boss), {});
  expect(empty).toMatchObject({
    failures: 0,
    mtbfHours: null,
    mttrHours: null,
    availability: null,
  });
  const all = await maintenanceFigures(t.database.read(manager), {});
  expect(all.compliance.of).toBeLessThanOrEqual(all.compliance.all);
  expect(all.failures).toBeGreaterThan(0);
  expect(all.mtbfHours).toBeCloseTo((all.serviceHours - all.downHours) / all.failures, 6);
});

test("the backlog of a period is what was open at its end, whatever was done or given up since", async () => {
  const mine = await makeAgency(t.database);
  const { boss, mate } = await makeMembers(t.database, mine, {
    boss: { role: "admin", duties: ["asset_manager", "technician"] },
    mate: { role: "manager" },
  });
  const work = async (title: string) => {
    const { id } = await as(boss, (tx) =>
      requestWork(tx, boss, workOrderInput.parse({ title, estimateMinutes: 60, location: "Yard" })),
    );
    await as(mate, (tx) => approveWork(tx, mate, { id, version: null }));
    return id;
  };
  const [done, given, open, later] = [
    await work("Done since"),
    await work("Given up since"),
    await work("Open"),
    await work("Asked for since"),
  ];
  const at = (id: string, sets: Sql) =>
    as(boss, (tx) =>
      tx.rows(sql`update work_order set ${sets} where org_id = ${mine.orgId} and id = ${id}`),
    );
  const before = sql`created_at = now() - interval '20 days'`;
  for (const id of [given, open]) await at(id, before);
  await at(
    done,
    sql`
      
        created_at = now() - interval '20 days', started_at = now() - interval '2 days',
        completed_at = now() - interval '1 day', status = 'completed'
    `,
  );
  await as(boss, (tx) =>
    endWork(tx, boss, "cancel", { id: given, version: null, reason: "Not needed." }),
  );
  const figures = (to?: string) =>
    maintenanceFigures(t.database.read(boss), figuresAsked.parse(to ? { to } : {}));
  expect(await figures(agencyDay(-10))).toMatchObject({ backlogOrders: 3, backlogMinutes: 180 });
  expect(await figures()).toMatchObject({ backlogOrders: 2, backlogMinutes: 120 });
  // The rows that the figure opens are those that it counts.
  const { toAt } = await figures(agencyDay(-10));
  const rows = await asking<{ items: { id: string }[] }>(
    boss,
    `GET /api/v1/work-orders?created.max=${toAt}&ended.min=${toAt}`,
  );
  expect(rows.items.map((w) => w.id).toSorted()).toEqual([done, given, open].toSorted());
  expect(rows.items.map((w) => w.id)).not.toContain(later);
});

test("somebody without a duty enters own hours, and reads no others", async () => {
  const { laborer } = await makeMembers(t.database, agency, { laborer: {} });
  const said = (personId: string | null) => ({
    fromAt: clock(-2, 6),
    toAt: clock(-2, 9),
    personId,
  });
  const enter = (personId: string | null) =>
    asking(laborer, "POST /api/v1/work-hours", said(personId));
  expect(await refused(enter(mate.personId))).toBe("not_allowed");
  const { id } = await enter(laborer.personId);
  const read = async (who: Actor) => {
    type Page = { items: { id: string }[] };
    return (await asking<Page>(who, "GET /api/v1/work-hours?limit=100")).items.map((h) => h.id);
  };
  expect(await read(laborer)).toEqual([id]);
  expect((await read(mate)).length).toBeGreaterThan(1);
});
