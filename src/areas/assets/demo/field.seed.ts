import type { Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { draftShipped, checklists, listChecklists } from "../checklist/checklist.service.ts";
import { hourInput } from "../hours/hours.model.ts";
import { approveHours, enterHours } from "../hours/hours.service.ts";
import { addRate, saveLaborClass } from "../hours/rates.service.ts";
import {
  endInspection,
  reviewInspection,
  scheduleInspection,
  startInspection,
  submitInspection,
} from "../inspection/inspection.service.ts";
import { recordReading } from "../meter/meter.service.ts";
import { planInput } from "../plan/plan.model.ts";
import { plans } from "../plan/plan.service.ts";
import { plusDays } from "../plan/schedule.model.ts";
import { demoInspections, demoLabor, demoPlans, demoTruckRate } from "./field.data.ts";

type Known = { app: App; now: Date; ids: ReadonlyMap<string, string> };
const run = <T>(app: App, actor: Actor, act: (tx: Tx) => Promise<T>) =>
  app.database.transaction(actor, act);

const classIdOf = async (tx: Tx, code: string): Promise<string> =>
  (
    await tx.one<{ id: string }>(sql`
      select id
      from asset_class
      where org_id = ${tx.scope.orgId} and code = ${code}
    `)
  ).id;

const seedRates = (app: App): Promise<string> => {
  const budget = demoActor("budget");
  return run(app, budget, async (tx) => {
    const fromDay = `${Number(businessDate(tx.scope).slice(0, 4)) - 2}-10-01`;
    let technician = "";
    for (const { code, name, ...rate } of demoLabor) {
      const { id } = await saveLaborClass(tx, budget, { code, name, active: true });
      if (code === "TEC") technician = id;
      const source = "Payroll of the fiscal year with its burden";
      await addRate(tx, budget, { laborClassId: id, assetClassId: null, fromDay, source, ...rate });
    }
    await addRate(tx, budget, {
      laborClassId: null,
      assetClassId: await classIdOf(tx, "TRCK"),
      fromDay,
      source: "Fleet account",
      ...demoTruckRate,
    });
    return technician;
  });
};

type Shift = {
  person: string;
  hour: number;
  hours: number;
  days: number;
  pay?: "overtime";
  unit?: string;
};
const shifts: readonly Shift[] = [
  { person: "receiver@demo.levee.test", hour: 13, hours: 8, days: 8 },
  { person: "technician@demo.levee.test", hour: 13, hours: 8, days: 8 },
  { person: "user@demo.levee.test", hour: 13, hours: 8, days: 8 },
  { person: "works@demo.levee.test", hour: 13, hours: 8, days: 7 },
  { person: "technician@demo.levee.test", hour: 21, hours: 3, days: 5, pay: "overtime" },
  { person: "receiver@demo.levee.test", hour: 13, hours: 6, days: 8, unit: "TRCK-004" },
];
const floodDays = 8;

const incidentOf = (tx: Tx) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from incident
    where org_id = ${tx.scope.orgId} and 'DR-4897-MN' = any(federal_numbers)
    order by id
    limit 1
  `);

const at = (now: Date, daysAgo: number, hour: number): string => {
  const day = later(now, -daysAgo);
  return new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour),
  ).toISOString();
};

// The crew at lift station 7: entered by its leader, approved by the manager.
const seedFloodHours = async ({ app, now, ids }: Known, laborClassId: string): Promise<void> => {
  const crew = demoActor("receiver");
  const works = demoActor("works");
  await run(app, works, async (tx) => {
    const assetId = ids.get("PUMP-B-007")!;
    const order = await tx.maybe<{ id: string }>(sql`
      select id
      from work_order
      where org_id = ${tx.scope.orgId} and asset_id = ${assetId} and status = 'completed'
      limit 1
    `);
    const incident = await incidentOf(tx);
    for (let day = 0; day < floodDays; day++)
      for (const shift of shifts.filter(({ days }) => day < days)) {
        const row = await enterHours(
          tx,
          works,
          hourInput.parse({
            kind: shift.unit ? "equipment" : "labor",
            personId: demoPersonId(shift.person),
            laborClassId: shift.unit ? null : laborClassId,
            unitId: shift.unit ? ids.get(shift.unit) : null,
            fromAt: at(now, 11 - day, shift.hour),
            toAt: at(now, 11 - day, shift.hour + shift.hours),
            standbyMinutes: shift.unit ? 60 : 0,
            pay: shift.pay ?? "regular",
            activity: shift.unit ? "Hauled pump and motor" : "Pump B of lift station 7",
            assetId,
            workOrderId: order?.id ?? null,
            incidentId: incident?.id ?? null,
          }),
        );
        await approveHours(tx, demoActor("manager"), row.id, row.version);
      }
  });
  const today = hourInput.parse({
    personId: crew.personId,
    laborClassId,
    fromAt: at(now, 1, 14),
    toAt: at(now, 1, 17),
    activity: "Brakes of dump truck 2",
  });
  await run(app, crew, (tx) => enterHours(tx, crew, today));
};

const seedMeters = ({ app, now, ids }: Known): Promise<void> => {
  const crew = demoActor("receiver");
  return run(app, crew, async (tx) => {
    for (const [tag, miles] of [
      ["TRCK-001", 48_210],
      ["TRCK-002", 61_980],
      ["TRCK-003", 12_400],
    ] as const)
      for (const [ago, less] of [
        [90, 3_600],
        [30, 1_150],
        [2, 0],
      ] as const)
        await recordReading(tx, crew, {
          assetId: ids.get(tag)!,
          kind: "miles",
          value: miles - less,
          readAt: later(now, -ago).toISOString(),
          source: "typed",
          rollover: false,
        });
  });
};

const seedPlans = ({ app, ids }: Known): Promise<void> => {
  const manager = demoActor("manager");
  return run(app, manager, async (tx) => {
    const today = businessDate(tx.scope);
    const say = async (over: object) => {
      const made = await plans.draft(tx, manager, planInput.parse(over));
      await plans.publish(tx, manager, made.id, made.version);
    };
    for (const one of demoPlans)
      await say({
        name: one.name,
        every: one.every,
        unit: one.unit,
        anchorOn: "first" in one ? `${today.slice(0, 4)}-${one.first}` : plusDays(today, 30),
        classId: await classIdOf(tx, one.code),
        seasonFrom: "season" in one ? one.season[0] : null,
        seasonTo: "season" in one ? one.season[1] : null,
        tasks: one.tasks.map((title) => ({ title, mandatory: true })),
        estimateMinutes: one.minutes,
        leadId: demoPersonId("technician@demo.levee.test"),
      });
    await say({
      name: "Service of dump trucks",
      dueBy: "first",
      every: 6,
      unit: "months",
      anchorOn: plusDays(today, 45),
      meterKind: "miles",
      meterEvery: 5_000,
      assetIds: ["TRCK-001", "TRCK-002", "TRCK-003"].map((tag) => ids.get(tag)!),
      tasks: [{ title: "Oil, filters, brakes", mandatory: true }],
      estimateMinutes: 240,
      leadId: demoPersonId("technician@demo.levee.test"),
    });
  });
};

const seedInspections = async ({ app, now, ids }: Known): Promise<void> => {
  const manager = demoActor("manager");
  const lists = await run(app, manager, async (tx) => {
    await draftShipped(tx, manager);
    for (const one of await listChecklists(tx))
      await checklists.publish(tx, manager, one.id, one.version);
    return listChecklists(tx);
  });
  const inspector = demoActor("inspector");
  for (const one of demoInspections) {
    const list = lists.find((each) => each.name === one.list)!;
    const { id } = await run(app, manager, (tx) =>
      scheduleInspection(tx, manager, {
        checklistId: list.definitionId,
        assetId: ids.get(one.tag)!,
        assignedTo: inspector.personId!,
        placeId: null,
        location: "",
        dueOn: utcDay(later(now, -one.ago)),
      }),
    );
    if (one.ago < 0) continue;
    const step = { id, version: null };
    await run(app, inspector, (tx) => startInspection(tx, inspector, step));
    const answers = Object.fromEntries([
      ...list.items.map((item) => [item.key, item.key === one.failed?.key ? "fail" : "pass"]),
      ...(one.failed ? [[`${one.failed.key}Note`, one.failed.note]] : []),
    ]) as Record<string, unknown>;
    await run(app, inspector, (tx) => submitInspection(tx, inspector, step, { answers }));
    if (one.failed) continue;
    await run(app, manager, (tx) =>
      reviewInspection(tx, manager, step, { note: "Nothing to add." }),
    );
    await run(app, manager, (tx) => endInspection(tx, manager, "close", step));
  }
};

/** Hours of the flood, rates, meters, plans, checklists and inspections. */
export const seedField = async (known: Known): Promise<void> => {
  const technician = await seedRates(known.app);
  await seedFloodHours(known, technician);
  await seedMeters(known);
  await seedPlans(known);
  await seedInspections(known);
};
