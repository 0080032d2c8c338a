import { Readable } from "node:stream";
import type { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { incidentInput } from "#areas/disaster/incident/incident.model.ts";
import { beginIncident } from "#areas/disaster/incident/draft.service.ts";
import { createAsset } from "#areas/assets/asset/asset.service.ts";
import { assetInput } from "#areas/assets/asset/asset.model.ts";
import { createClass } from "#areas/assets/asset/class.service.ts";
import { approveHours, enterHours, hourInput } from "#areas/assets/assets.server.ts";
import { addRate, saveLaborClass } from "#areas/assets/hours/rates.service.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { readyProject } from "#server/testing/recovery.ts";
import { postedPay } from "#server/testing/payroll.ts";
import { confirmCrew, crewWeeksWaiting, waitingWeeks } from "./crew/crew.service.ts";
import { declarationInput } from "./declaration/declaration.model.ts";
import { declare } from "./declaration/declaration.service.ts";
import { addPayPolicy } from "./declaration/pay-policy.service.ts";
import { loadThreshold } from "./declaration/threshold.service.ts";
import { nameUnitCode, unitRows } from "./item/equipment.service.ts";
import { tieRows } from "./item/item.read.service.ts";
import { answerAsked, assignHours, takeOut } from "./item/item.service.ts";
import { importSchedule, nameCode } from "./openfema/openfema.service.ts";
import { projectInput } from "./project/project.model.ts";
import { beginProject, moveProject, obligate } from "./project/project.service.ts";
import { readRequest } from "./request/request.read.service.ts";
import { checkRequest, draftRequest, leaveOut } from "./request/request.service.ts";
import { daysOf } from "./schedule/schedule.importer.ts";
import { scheduleInput } from "./schedule/schedule.model.ts";
import { addSchedule } from "./schedule/schedule.service.ts";
import { importTimesheet } from "./timesheet/timesheet.service.ts";

let t: TestDatabase;
let declarationId: string, projectId: string, incidentId: string, account: string;
let people: Record<"recovery" | "head" | "strange" | "ada" | "ben" | "cy" | "boss", Actor>;
let classes: Record<"OPR" | "LAB", string>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const mine = <T>(work: (tx: Tx, actor: Actor) => Promise<T>) =>
  as(people.recovery, (tx) => work(tx, people.recovery));
const us = (n: number) => {
  const [y, m, d] = agencyDay(n).split("-");
  return `${m}/${d}/${y}`;
};

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`update fiscal_year set starts_on = '2025-10-01' where org_id = ${agency.orgId}`),
  );
  people = await makeMembers(t.database, agency, {
    recovery: { duties: ["recovery"] },
    head: { duties: ["department_head"] },
    strange: { duties: ["department_head"] },
    ada: {},
    ben: {},
    cy: {},
    boss: { role: "manager", duties: ["emergency_manager"] },
  });
  people.strange = { ...people.strange, departmentIds: [] };
  const budget = await makeBudget(t.database, agency, 9_000_000_00);
  const chief = people.boss;
  const incident = await as(chief, (tx) =>
    beginIncident(
      tx,
      chief,
      incidentInput.parse({
        title: "Flood",
        kind: "flood",
        beginsOn: businessDate(tx.scope),
        departmentId: agency.departmentId,
        accountStringId: budget.accountStringId,
      }),
    ),
  );
  incidentId = incident.id;
  ({ code: account } = await t.database.read(chief).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId}
    limit 1
  `));
  classes = { OPR: "", LAB: "" };
  for (const [code, name, regularCents, otherCents] of [
    ["OPR", "Operator", 40_00, 58_00],
    ["LAB", "Laborer", 30_00, 43_50],
  ] as const) {
    const { id } = await as(chief, (tx) => saveLaborClass(tx, chief, { code, name, active: true }));
    classes[code] = id;
    const rate = { laborClassId: id, assetClassId: null, fromDay: "2025-01-01", source: "Payroll" };
    await as(chief, (tx) => addRate(tx, chief, { ...rate, regularCents, otherCents }));
  }
  const every = ["A", "B", "C", "D", "E", "F", "G", "Z"];
  const d = await mine((tx, actor) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        number: "DR-4897-MN",
        title: "Flood",
        incidentId: incident.id,
        declaredOn: agencyDay(-20),
        periodFrom: agencyDay(-25),
        payPolicy: "Rules",
        payPolicyOn: "2019-01-01",
        areas: [{ county: "Carver", categories: every, designatedOn: agencyDay(-20) }],
        shares: [{ categories: every, fromDay: agencyDay(-25), rate: 7_500, source: "Text" }],
      }),
    ),
  );
  declarationId = d.id;
  const p = await mine((tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId,
        title: "Sandbags",
        category: "B",
        lines: [{ description: "Crew", quantity: "1", unit: "lot", unitPrice: "90000" }],
      }),
    ),
  );
  projectId = p.id;
});
afterAll(() => t.drop());

const sheet = async (lines: readonly string[], name = "week.csv") => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(lines.join("\n"))]));
  return mine((tx, actor) =>
    recordFile(tx, { ...stored, orgId: actor.orgId!, name, uploadedBy: actor.personId }),
  );
};
const read = async (lines: readonly string[]) => {
  const fileId = await sheet(lines);
  return mine((tx, actor) =>
    importTimesheet(t.app, tx, actor, { declarationId, fileId, beginsAt: "07:00" }),
  );
};
const weeks = (actor: Actor) => waitingWeeks(t.database.read(actor), actor, declarationId);

test("a file holds the rows of one pay period of a crew", async () => {
  const row = `ada,OPR,${us(-20)},07:00,15:30,30,8,REG,Sandbags`;
  const head = "Employee,Class,Date,From,To,Break,Hours,Pay,Work";
  await expect(read([head, ...Array.from({ length: 2_030 }, () => row)])).rejects.toThrow(
    "Take 2000 rows at a time: one pay period of a crew.",
  );
});

test("a row a day: what is wrong is refused by line with its week, and the rest is read once", async () => {
  const head = "Employee,Class,Date,From,To,Break,Hours,Pay,Work";
  const lines = [
    head,
    `ada,OPR,${us(-20)},07:00,15:30,30,8,REG,Sandbags`,
    `ada,OPR,${us(-20)},15:30,19:30,0,4,OT,Sandbags`,
    `ben,LAB,${us(-19)},07:00,15:00,0,8,REG,Sandbags`,
    `ben,LAB,${us(-19)},14:00,16:00,0,2,OT,Overlaps`,
    `nobody,LAB,${us(-19)},07:00,15:00,0,8,REG,Unknown`,
    `cy,LAB,1/5/2019,07:00,15:00,0,8,REG,Closed`,
    `cy,LAB,${us(-19)},7 to 9,,,2,REG,Unreadable`,
  ];
  const first = await read(lines);
  expect(first).toMatchObject({ layout: "days", rowsRead: 7, rowsTaken: 2, minutesTaken: 720 });
  expect(first.refused.map((r) => r.line)).toEqual([4, 5, 6, 7, 8]);
  const why = first.refused.map((r) => r.why);
  expect(why[0]).toContain("Held back: line 5");
  expect(why[1]).toContain("overlaps line 4");
  expect(why[2]).toContain("no active member");
  expect(why[3]).toContain("closed");
  expect(why[4]).toContain("times cannot be read");
  const again = await read(lines);
  expect(again).toMatchObject({ rowsTaken: 0, rowsKnown: 2, minutesTaken: 0 });
  const mended = await read(lines.map((l) => l.replace("14:00,16:00", "15:00,17:00")));
  expect(mended).toMatchObject({ rowsTaken: 2, rowsKnown: 2 });
});

test("FEMA's form has the days across; a wrong total is refused, and hours are placed in their order", async () => {
  const lines = [
    "FORCE ACCOUNT LABOR SUMMARY,,,,,,",
    `Name,Title,REG/OT,${us(-18)},${us(-17)},${us(-16)},Total`,
    "cy,LAB,REG,8,8,8,24",
    ",,OT,2,2.5,,4.5",
    "ada,OPR,REG,8,8,,17",
    ",,OT,1,,,1",
    "Total,,,,,,",
  ];
  const found = await read(lines);
  expect(found).toMatchObject({ layout: "form", rowsRead: 4, rowsTaken: 5, minutesTaken: 1_710 });
  expect(found.refused[0]).toMatchObject({ line: 5, who: "ada" });
  expect(found.refused[0]!.why).toContain("add up to 16.00");
  expect(found.refused.some((r) => r.line === 6 && r.why.includes("Held back"))).toBe(true);
  expect(await read(lines)).toMatchObject({ rowsTaken: 0, rowsKnown: 5 });
  await expect(read(["a,b,c", "1,2,3"])).rejects.toThrow(/No headings of a timesheet/);
});

test("a head confirms the own crew's weeks, and nobody their own or what they entered", async () => {
  const waiting = await weeks(people.head);
  expect(waiting.map((w) => w.person)).toContain("ada");
  expect(await weeks(people.strange)).toEqual([]);
  const told = (actor: Actor) => crewWeeksWaiting.count(t.database.read(actor), actor);
  expect(await Promise.all([people.head, people.strange].map(told))).toEqual([waiting.length, 0]);
  const ids = waiting.flatMap((w) => w.hours.map((h) => h.id));
  const confirm = (actor: Actor, hourIds: readonly string[]) =>
    as(actor, (tx) => confirmCrew(tx, actor, declarationId, hourIds));
  await expect(confirm(people.recovery, ids)).rejects.toThrow(/entered these hours yourself/);
  await expect(confirm(people.strange, ids)).rejects.toThrow(/Another department/);
  const adas = waiting.filter((w) => w.person === "ada").flatMap((w) => w.hours.map((h) => h.id));
  await expect(confirm(people.ada, adas)).rejects.toThrow(/worked these hours/);
  expect(await confirm(people.head, ids)).toEqual({ confirmed: ids.length });
  await expect(confirm(people.head, ids)).rejects.toThrow(/do not wait any more/);
});

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: "07:00",
  to: "15:00",
  breakMinutes: 0,
}));
const scheduled = (over: Partial<z.input<typeof scheduleInput>>) =>
  mine((tx, actor) =>
    addSchedule(
      tx,
      actor,
      scheduleInput.parse({
        personId: people.ada.personId,
        fromDay: agencyDay(-40),
        employment: "budgeted",
        shifts: everyDay,
        source: "Roster of the road crew",
        ...over,
      }),
    ),
  );

test("each hour is judged by its rule, tied to posted pay, and only that much is claimed", async () => {
  await mine((tx, actor) =>
    addPayPolicy(tx, actor, declarationId, {
      laborClassId: classes.LAB,
      title: "Pay of laborers when a disaster is declared",
      adoptedOn: day("2020-01-01"),
      contingent: true,
    }),
  );
  await mine((tx, actor) =>
    loadThreshold(tx, actor, {
      fiscalYear: 2027,
      minimumCents: 4_200_00,
      largeCents: 1_000_000_00,
      source: "Notice for fiscal year 2027",
    }),
  );
  await scheduled({ personId: people.ben.personId!, employment: "unbudgeted" });
  await readyProject(t.database, people.recovery, projectId);
  for (const action of ["freeze", "passOn", "approve"] as const)
    await mine((tx, actor) => moveProject(tx, actor, action, { id: projectId, version: null }));
  await mine((tx, actor) =>
    obligate(
      tx,
      actor,
      { id: projectId, version: null },
      { cents: 90_000_00, obligatedOn: agencyDay(-5), document: "Version 0" },
    ),
  );
  const taken = await mine((tx, actor) =>
    assignHours(tx, actor, projectId, {
      from: agencyDay(-25),
      to: agencyDay(0),
    }),
  );
  // Ada 8 REG and 4 OT; Ben 8 REG unbudgeted and 2 OT; Cy 24 REG and 4.5 OT in five rows.
  expect(taken).toEqual({ assigned: 9, excluded: 7, elsewhere: 0, anew: 0, asked: 0 });
  const rules = await t.database.read(people.recovery).rows<{
    person: string;
    pay: string;
    cents: number;
    eligible: boolean;
    rule: string;
  }>(sql`
    select person, pay, sum(cents)::bigint as cents, eligible, rule
    from pa_item
    where project_id = ${projectId}
    group by person, pay, eligible, rule
    order by person, pay, rule
  `);
  expect(rules.map((r) => [r.person, r.pay, r.eligible, r.cents])).toEqual([
    ["ada", "overtime", true, 232_00],
    ["ada", "regular", false, 320_00],
    ["ben", "overtime", false, 87_00],
    ["ben", "regular", true, 240_00],
    ["cy", "overtime", false, 195_75],
    ["cy", "regular", false, 720_00],
  ]);
  expect(rules[2]!.rule).toContain("depends on federal money");
  const period = { from: agencyDay(-25), to: agencyDay(-12) };
  await postedPay(t.database, { actor: people.boss, account, paidOn: agencyDay(-2) }, [
    { employee: "Ada", ...period, cents: 600_00 },
    { employee: "Ben", ...period, cents: 200_00 },
  ]);
  const ties = await tieRows(t.database.read(people.recovery), projectId);
  expect(ties.map((r) => [r.person, r.paid, r.claimed, r.difference])).toEqual([
    ["ada", 600_00, 232_00, 368_00],
    ["ben", 200_00, 240_00, -40_00],
  ]);
  const { id } = await mine((tx, actor) => draftRequest(tx, actor, projectId));
  const check = () => mine((tx, actor) => checkRequest(tx, actor, { id, version: null }));
  await expect(check()).rejects.toThrow(/only \$200\.00 of the pay of ben are open/i);
  const draft = await readRequest(t.database.read(people.recovery), people.recovery, id);
  const short = draft.lines.filter((l) => l.lacks.length).map((l) => l.id);
  await mine((tx, actor) => leaveOut(tx, actor, id, { itemIds: short, version: draft.version }));
  expect(await check()).toMatchObject({ total: 232_00, federal: 174_00, match: 58_00 });
});

test("overtime in a scheduled shift is taken and asked about; premium is split at the schedule", async () => {
  await scheduled({ personId: people.cy.personId! });
  const lines = [
    "Employee,Class,Date,From,To,Break,Hours,Pay,Work",
    `cy,OPR,${us(-10)},07:00,15:00,0,8,OT,Night watch`,
    `cy,OPR,${us(-9)},07:00,17:00,0,10,Premium,Call-back`,
  ];
  const result = await read(lines);
  expect(result).toMatchObject({ rowsTaken: 2, refused: [] });
  expect(result.asked).toHaveLength(1);
  expect(result.asked[0]).toMatchObject({ line: 2, who: "cy" });
  expect(result.asked[0]!.why).toContain("07:00 to 15:00");
  const ids = (await weeks(people.head)).flatMap((w) => w.hours.map((h) => h.id));
  await as(people.head, (tx) => confirmCrew(tx, people.head, declarationId, ids));
  const range = { from: agencyDay(-10), to: agencyDay(-9) };
  const take = () => mine((tx, actor) => assignHours(tx, actor, projectId, range));
  expect(await take()).toEqual({ assigned: 3, excluded: 1, elsewhere: 0, anew: 0, asked: 1 });
  const lists = () =>
    t.database.read(people.recovery).rows<{
      id: string;
      part: string;
      minutes: number;
      cents: number;
      eligible: boolean;
      asked: string | null;
    }>(sql`
      select id, part, minutes, cents, eligible, asked
      from pa_item
      where project_id = ${projectId} and day_from >= ${agencyDay(-10)}
      order by day_from, part
    `);
  // 8 h overtime wait at 58.00; of ten premium hours eight are scheduled, two count whole: 116.00.
  expect((await lists()).map((l) => [l.part, l.minutes, l.cents, l.eligible])).toEqual([
    ["whole", 480, 464_00, false],
    ["beyond", 120, 116_00, true],
    ["inside", 480, 320_00, false],
  ]);
  const [asked, beyond] = await lists();
  const answer = (itemIds: string[]) =>
    mine((tx, actor) =>
      answerAsked(tx, actor, projectId, {
        itemIds,
        answer: "beyond",
        reason: "Shift moved to the night, roster of the week",
      }),
    );
  await expect(answer([beyond!.id])).rejects.toThrow(/nothing is asked any more/);
  // A schedule that came meanwhile splits it otherwise: the line is taken anew.
  await scheduled({
    personId: people.cy.personId!,
    fromDay: agencyDay(-10),
    shifts: everyDay.map((d) => ({ ...d, to: "11:00" })),
  });
  await expect(answer([asked!.id])).rejects.toThrow(/its schedule changed/);
  await scheduled({
    personId: people.cy.personId!,
    fromDay: agencyDay(-9),
    shifts: everyDay,
  });
  const out = (id: string) => mine((tx, actor) => takeOut(tx, actor, projectId, [id]));
  expect(await out(beyond!.id)).toEqual({ removed: 2 });
  expect(await out(asked!.id)).toEqual({ removed: 1 });
  expect(await take()).toEqual({ assigned: 4, excluded: 1, elsewhere: 0, anew: 0, asked: 1 });
  const halves = (await lists()).slice(0, 2);
  expect(halves.map((l) => [l.part, l.cents, l.eligible])).toEqual([
    ["beyond", 232_00, true],
    ["inside", 232_00, false],
  ]);
  expect(await answer([halves[1]!.id])).toEqual({ answered: 1, eligible: 1 });
  expect((await lists())[1]).toMatchObject({ cents: 232_00, eligible: true, asked: null });
});

test("a work schedule is a week of its person that can be", async () => {
  const ada = people.ada.personId!;
  await scheduled({ personId: ada });
  await expect(scheduled({ personId: ada })).rejects.toThrow(/begins on this day already/);
  const on = { personId: ada, fromDay: agencyDay(-30) };
  await expect(scheduled({ ...on, toDay: agencyDay(-31) })).rejects.toThrow(/last day is before/);
  const twice = [everyDay[0]!, { weekday: 1, from: "14:00", to: "22:00", breakMinutes: 0 }];
  await expect(scheduled({ ...on, shifts: twice })).rejects.toThrow(/lie over each other/);
  const idle = [{ weekday: 1, from: "07:00", to: "08:00", breakMinutes: 60 }];
  await expect(scheduled({ ...on, shifts: idle })).rejects.toThrow(/as long as its shift/);
  const fill = { ...on, employment: "backfill" as const };
  await expect(scheduled(fill)).rejects.toThrow(/whom this back-fill stands in for/);
  await expect(scheduled({ ...fill, replacesId: ada })).rejects.toThrow(/stands in for themselves/);
  await expect(scheduled({ ...fill, replacesId: newId() })).rejects.toThrow(
    /stand in for a member of the agency/,
  );
  await expect(scheduled({ ...on, personId: newId() })).rejects.toThrow(/a member of the agency/);
  expect(daysOf("Mon-Fri")).toEqual([1, 2, 3, 4, 5]);
  expect(daysOf("Fri-Mon, wed")).toEqual([1, 3, 5, 6, 7]);
  expect(daysOf("weekdays")).toBeNull();
});

test("a unit's code of FEMA's schedule is its own, by its size; its class only proposes one", async () => {
  const { boss, recovery } = people;
  const classId = await as(boss, async (tx) => {
    const input = { code: "DUMP", name: "Dump truck", conditionScale: "one_to_five" as const };
    return (await createClass(tx, boss, { ...input, lifeMonths: 120, active: true })).id;
  });
  const [small, large] = await as(boss, async (tx) => {
    const made = async (name: string) =>
      (await createAsset(tx, boss, assetInput.parse({ name, classId }))).id;
    return [await made("Truck 2"), await made("Truck 9")];
  });
  await mine((tx, actor) =>
    importSchedule(tx, actor, {
      name: "schedule.csv",
      text: "Cost Code,Equipment,Specifications,Unit,Rate\n8720,Truck dump,8 CY,hour,$61.27\n8723,Truck dump,14 CY,hour,$91.05\n8799,Truck,By the mile,mile,$0.70",
      dataAsOf: agencyDay(-1),
      fromDay: agencyDay(-300),
    }),
  );
  await mine((tx, actor) => nameCode(tx, actor, { assetClassId: classId, code: "8720" }));
  const hours = (kind: "labor" | "equipment", unitId: string | null, from: string, to: string) =>
    as(boss, async (tx) => {
      const on = agencyDay(-4);
      const entered = await enterHours(
        tx,
        asSystem(boss),
        hourInput.parse({
          kind,
          personId: people.ada.personId,
          laborClassId: kind === "labor" ? classes.OPR : null,
          unitId,
          fromAt: `${on}T${from}:00.000Z`,
          toAt: `${on}T${to}:00.000Z`,
          activity: "Sand",
          incidentId,
        }),
      );
      await approveHours(tx, people.head, entered.id, 1);
    });
  await hours("labor", null, "14:00", "22:00");
  await hours("equipment", small!, "14:00", "18:00");
  await hours("equipment", large!, "18:00", "22:00");
  const read = t.database.read(recovery);
  expect(await unitRows(read)).toMatchObject([
    { unit: "Truck 2", minutes: 240, named: null, proposed: { code: "8720" } },
    { unit: "Truck 9", minutes: 240, named: null, proposed: { code: "8720" } },
  ]);
  const name = (id: string, code: string) =>
    mine((tx, actor) => nameUnitCode(tx, actor, id, { code, size: "14 CY, 400 HP" }));
  await expect(name(large!, "8799")).rejects.toThrow(/has this code by the hour/);
  await name(large!, "8723");
  expect((await unitRows(read)).map((u) => [u.unit, u.named?.code ?? null])).toEqual([
    ["Truck 2", null],
    ["Truck 9", "8723"],
  ]);
  const range = { from: agencyDay(-4), to: agencyDay(-4) };
  await mine((tx, actor) => assignHours(tx, actor, projectId, range));
  const lines = await read.rows<{ cents: number; eligible: boolean; rule: string }>(sql`
    select cents, eligible, rule
    from pa_item
    where project_id = ${projectId} and kind = 'equipment'
    order by label
  `);
  // Four hours of the larger truck at 91.05; the other has no code, although its class proposes one.
  expect(lines.map((l) => [l.cents, l.eligible])).toEqual([
    [0, false],
    [364_20, true],
  ]);
  expect(lines[0]!.rule).toContain("Truck 2 has no code of FEMA's schedule");
  // Named since, its hours count when they are taken anew: four at 61.27.
  await name(small!, "8720");
  const again = await mine((tx, actor) => assignHours(tx, actor, projectId, range));
  expect(again).toMatchObject({ assigned: 1, anew: 1 });
  const [first] = await read.rows<{ cents: number }>(sql`
    select cents
    from pa_item
    where project_id = ${projectId} and kind = 'equipment'
    order by label
  `);
  expect(first!.cents).toBe(245_08);
});
