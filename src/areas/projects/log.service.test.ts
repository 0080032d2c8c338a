// What an inspector saw: a draft, submitted, a day later locked; quantities within the order.
import { afterAll, beforeAll, expect, test } from "vitest";
import { withParts } from "#areas/governance/governance.server.ts";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, instantAt } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { FieldDays, LogDetail, LogRow, LogStart } from "./log/log.model.ts";
import { payAgency } from "./pay.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
type Site = Awaited<ReturnType<typeof a.building>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

const road = [
  { quantity: "300", unitPrice: "12.33" },
  { quantity: "50", unitPrice: "4" },
];
type Written = { id: string; version: number; status: string };
const at = "/api/v1/daily-logs";
const write = (site: Site, over: object = {}, actor: Actor = a.people.inspector) =>
  a.asking<Written>(actor, `POST ${at}`, { projectId: site.id, day: agencyDay(), ...over });
const read = (id: string, actor: Actor = a.people.inspector) =>
  a.asking<LogDetail>(actor, `GET ${at}/${id}`);
const step = async (id: string, name: string, body: object = {}, actor = a.people.inspector) =>
  a.asking<Written>(actor, `POST ${at}/${id}/actions/${name}`, body, (await read(id)).version);
const change = async (id: string, body: object, actor: Actor = a.people.inspector) =>
  a.asking<Written>(actor, `PATCH ${at}/${id}`, body, (await read(id)).version);
const saw = (site: Site, line: number, quantity: string, station = "") => ({
  purchaseOrderLineId: site.order.lines[line]!.id,
  quantity,
  station,
});
const later = (actor: Actor, since: string, hours: number, seconds = 0): Actor => ({
  ...actor,
  businessNow: instantAt(Date.parse(since) + hours * 3_600_000 + seconds * 1000),
});
/** The places of what was refused, in the body that was sent. */
const placesOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await work.then(
    () => null,
    (e: unknown) => e,
  );
  return error instanceof Problem ? (error.errors ?? []).map(({ path }) => path) : [];
};

test("a log begins from the newest one before, with the lines that its orders have", async () => {
  const site = await a.building("L1", road);
  const crews = [{ employer: "Northline", trade: "Operators", people: 4, hours: "8" }];
  const equipment = [{ employer: "Northline", what: "Excavator", hours: "6.5" }];
  const made = await write(site, { day: agencyDay(-1), crews, equipment });
  const start = await a.asking<LogStart>(
    a.people.inspector,
    `GET /api/v1/projects/${site.id}/log-start`,
  );
  expect(start).toMatchObject({
    today: agencyDay(),
    todayId: null,
    before: { id: made.id, day: agencyDay(-1), crews, equipment },
  });
  expect(start.lines.map(({ lineNo, ordered, logged }) => [lineNo, ordered, logged])).toEqual([
    [1, "300", "0"],
    [2, "50", "0"],
  ]);
  const today = await write(site, {
    crews: start.before!.crews,
    equipment: start.before!.equipment,
  });
  const again = await a.asking<LogStart>(
    a.people.inspector,
    `GET /api/v1/projects/${site.id}/log-start`,
  );
  expect(again.todayId).toBe(today.id);
  expect(await read(today.id)).toMatchObject({ crews, equipment, status: "draft" });
});

test("a day to come, a day before the work, and a second log of a day are refused at the day", async () => {
  const site = await a.building("L2", road);
  expect(await refusalOf(write(site, { day: agencyDay(1) }))).toMatch(
    /^day_ahead: This day is not over yet/,
  );
  expect(await refusalOf(write(site, { day: agencyDay(-31) }))).toMatch(
    /^before_begin: The work of PRJ-\d+-\d+ starts on/,
  );
  const first = await write(site, { day: agencyDay(-30) });
  expect(await refusalOf(write(site, { day: agencyDay(-30) }))).toMatch(
    /^log_there: LOG-\d+-\d+ is your log of this day already/,
  );
  // Another author has a log of the same day; a discarded one makes room.
  await write(site, { day: agencyDay(-30) }, a.measurer);
  expect(await refusalOf(step(first.id, "discard"))).toMatch(/^reason_required/);
  await step(first.id, "discard", { reason: "Wrong project" });
  await write(site, { day: agencyDay(-30) });
  expect(await refusalOf(change(first.id, { notes: "x" }))).toMatch(
    /^not_in_this_status: It was discarded: write another log/,
  );
  // Two at once: one is stored.
  const both = await Promise.allSettled([0, 1].map(() => write(site, { day: agencyDay(-5) })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a project that is not being built has no logs, and a foreign line or photo is refused at its place", async () => {
  const site = await a.building("L3", road);
  const other = await a.building("L4", road);
  const idle = await a.propose("L5");
  expect(
    await refusalOf(
      a.asking(a.people.inspector, `POST ${at}`, { projectId: idle.id, day: agencyDay() }),
    ),
  ).toMatch(/^project_not_building: .* logs are written from its begin/);
  const strange = write(site, { quantities: [saw(site, 0, "1"), saw(other, 0, "1")] });
  expect(await placesOf(strange)).toEqual(["quantities.1.purchaseOrderLineId"]);
  expect(await refusalOf(strange)).toMatch(/^line_unknown: Choose a line of an order/);
  expect(await refusalOf(write(site, { photoFileIds: [newId()] }))).toMatch(
    /^photo_missing: This photo is not there/,
  );
  for (const [body, said] of [
    [{ quantities: [saw(site, 0, "0")] }, /More than none was built/],
    [{ temperatureLow: 60, temperatureHigh: 40 }, /highest temperature is below the lowest/],
    [{ delayNote: "Rain" }, /Say what caused the delay/],
    [{ delayCause: "weather", delayHours: "25" }, /at most 24 hours/],
  ] as const)
    expect(await refusalOf(write(site, body))).toMatch(said);
});

test("more than an order's line has is said by line, and the draft keeps all of it", async () => {
  const site = await a.building("L6", road);
  const before = await write(site, { day: agencyDay(-2), quantities: [saw(site, 1, "30")] });
  await step(before.id, "submit");
  const log = await write(site, {
    notes: "Poured the deck",
    quantities: [saw(site, 0, "300", "12+50"), saw(site, 1, "15"), saw(site, 1, "10", "14+00")],
  });
  const submitted = step(log.id, "submit");
  expect(await placesOf(submitted)).toEqual(["quantities.2.quantity"]);
  expect(await refusalOf(submitted)).toMatch(
    /^beyond_order: Line 2 of PO-\S+ has 50 \S+, of which 5 are not logged yet: 10 is more\..*The draft is kept\./,
  );
  const kept = await read(log.id);
  expect(kept).toMatchObject({ status: "draft", notes: "Poured the deck" });
  expect(kept.quantities.map(({ quantity, station }) => [quantity, station])).toEqual([
    ["300", "12+50"],
    ["15", ""],
    ["10", "14+00"],
  ]);
  expect(kept.beyond).toEqual([{ at: 2, says: expect.stringMatching(/^Line 2 of/) }]);
  await change(log.id, { quantities: [saw(site, 0, "300"), saw(site, 1, "20")] });
  await step(log.id, "submit");
  // Once it is submitted, a change beyond the order changes nothing.
  expect(await refusalOf(change(log.id, { quantities: [saw(site, 1, "20.0001")] }))).toMatch(
    /^beyond_order/,
  );
  expect((await read(log.id)).quantities).toHaveLength(2);
});

test("two who submit at once: the same log is submitted once, and two logs never pass the order", async () => {
  const site = await a.building("L7", road);
  const log = await write(site, { quantities: [saw(site, 0, "10")] });
  const { version } = await read(log.id);
  const same = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      a.asking(a.people.inspector, `POST ${at}/${log.id}/actions/submit`, {}, version),
    ),
  );
  expect(same.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const mine = await write(site, { day: agencyDay(-1), quantities: [saw(site, 1, "40")] });
  const theirs = await write(site, { quantities: [saw(site, 1, "40")] }, a.measurer);
  const two = await Promise.allSettled([
    step(mine.id, "submit"),
    step(theirs.id, "submit", {}, a.measurer),
  ]);
  expect(two.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = two.find((one) => one.status === "rejected") as PromiseRejectedResult;
  expect((refused.reason as Problem).code).toBe("beyond_order");
});

test("its author corrects it for a day; from then on it is locked and only amended", async () => {
  const site = await a.building("L8", road);
  const { inspector, engineer } = a.people;
  const log = await write(site, { notes: "Dry" });
  expect(await refusalOf(change(log.id, { notes: "Wet" }, engineer))).toMatch(
    /^rule: Only its author changes a log/,
  );
  expect(await refusalOf(step(log.id, "submit", {}, engineer))).toMatch(
    /^rule: Only its author submits a log/,
  );
  await step(log.id, "submit");
  const { submittedAt, locksAt } = await read(log.id);
  expect(Date.parse(locksAt!) - Date.parse(submittedAt!)).toBe(24 * 3_600_000);
  const soon = later(inspector, submittedAt!, 24, -1);
  const after = later(inspector, submittedAt!, 24);
  const amend = (actor: Actor) =>
    a.asking<Written>(actor, `POST ${at}/${log.id}/actions/amend`, {
      says: "The pump ran until nine",
      reason: "The operator told it the next morning",
    });
  expect(await refusalOf(amend(soon))).toMatch(/^not_locked: It is not locked yet/);
  await change(log.id, { notes: "Wet from three on" }, soon);
  expect(await read(log.id, soon)).toMatchObject({ status: "submitted", canEdit: true });
  expect(await refusalOf(change(log.id, { notes: "Dry" }, after))).toMatch(
    /^rule: It is locked since a day after it was submitted/,
  );
  await amend(later(engineer, submittedAt!, 30));
  await amend(after);
  const locked = await read(log.id, after);
  expect(locked).toMatchObject({ status: "locked", canEdit: false, notes: "Wet from three on" });
  expect(locked.amendments.map(({ author, reason }) => [author, reason])).toEqual([
    [inspector.name, "The operator told it the next morning"],
    [engineer.name, "The operator told it the next morning"],
  ]);
  await expect(
    a.as(inspector, (tx) =>
      tx.rows(sql`update daily_log_amendment set says = 'no' where log_id = ${log.id}`),
    ),
  ).rejects.toThrow(/permission denied/);
});

test("photos are private until they are chosen for publication, which a locked log allows", async () => {
  const site = await a.building("L9", road);
  const { inspector, engineer } = a.people;
  const photo = newId();
  await a.as(inspector, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${a.agency.orgId}, ${photo}, 'deck.jpg', 'image/jpeg', 340000, ${"a".repeat(64)},
        ${inspector.personId}
      )
    `),
  );
  const log = await write(site, { photoFileIds: [photo] });
  await step(log.id, "submit");
  expect((await read(log.id)).photos).toEqual([
    { id: photo, name: "deck.jpg", mediaType: "image/jpeg", public: false },
  ]);
  const { submittedAt } = await read(log.id);
  const publish = async (fileIds: string[], actor: Actor) =>
    step(log.id, "publish", { fileIds }, later(actor, submittedAt!, 48) as typeof inspector);
  expect(await refusalOf(publish([photo], inspector))).toMatch(/^(forbidden|not_allowed)/);
  expect(await refusalOf(publish([newId()], engineer))).toMatch(
    /^photo_unknown: Choose among the photos/,
  );
  await publish([photo], engineer);
  expect((await read(log.id, engineer)).photos[0]!.public).toBe(true);
});

test("other agencies and people without the duty read or write nothing that is not theirs", async () => {
  const site = await a.building("LA", road);
  const log = await write(site);
  expect(await refusalOf(read(log.id, a.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(write(site, {}, a.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(a.asking(a.elsewhere, `GET /api/v1/projects/${site.id}/field`))).toMatch(
    /^not_found/,
  );
  expect((await a.asking<{ items: LogRow[] }>(a.elsewhere, `GET ${at}`)).items).toEqual([]);
  const { clerk } = a.people;
  expect((await read(log.id, clerk)).actions).toEqual([]);
  const refused = [
    () => write(site, {}, clerk),
    () => change(log.id, { notes: "x" }, clerk),
    () => step(log.id, "submit", {}, clerk),
  ];
  for (const work of refused) expect(await refusalOf(work())).toMatch(/^(forbidden|not_allowed)/);
  const nobody = { ...clerk, permissions: new Set<never>() };
  expect(await refusalOf(read(log.id, nobody))).toMatch(/^(forbidden|not_allowed)/);
});

test("who logged a quantity of an order does not certify its application, which shows what its period saw", async () => {
  const site = await a.building("LB", road);
  const { engineer, inspector } = a.people;
  const id = await a.sent(site, [{ value: "25" }]);
  const early = { ...engineer, permissions: a.certifier.permissions };
  const log = await write(
    site,
    { day: agencyDay(-3), quantities: [saw(site, 0, "20"), saw(site, 0, "5")] },
    early,
  );
  await a.step(id, "confirm", inspector);
  const why = async (actor: Actor) =>
    (await a.readPay(id, actor)).actions.find(({ name }) => name === "certify")?.reason;
  // A draft holds them back as well.
  expect(await why(early)).toMatch(/You logged quantities of the order in a daily log/);
  expect(await refusalOf(a.step(id, "certify", early, {}))).toMatch(/^rule: You logged/);
  expect((await a.readPay(id)).lines[0]!.logged.logs).toEqual([]);
  await step(log.id, "submit", {}, early as typeof inspector);
  const after = await write(site, { quantities: [saw(site, 0, "3")] }, a.measurer);
  await step(after.id, "submit", {}, a.measurer);
  const { logged } = (await a.readPay(id)).lines[0]!;
  expect(logged.quantity).toBe("28");
  expect(logged.logs.map(({ id: of, day, quantity }) => [of, day, quantity])).toEqual([
    [log.id, agencyDay(-3), "20"],
    [log.id, agencyDay(-3), "5"],
    [after.id, agencyDay(), "3"],
  ]);
  expect((await a.step(id, "certify", a.certifier, {})).status).toBe("certified");
  const evidence = await withParts(t.database.read(a.people.admin), [id]);
  expect(evidence).toEqual(expect.arrayContaining([log.id, after.id]));
});

test("working days without a log count from the begin of the work, and a lost day counts once by cause", async () => {
  const site = await a.building("LC", road);
  const field = () =>
    a.asking<FieldDays>(a.people.inspector, `GET /api/v1/projects/${site.id}/field`);
  expect(await field()).toMatchObject({ since: agencyDay(), missing: 0, delays: [] });
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`update project set began_on = ${agencyDay(-14)} where id = ${site.id}`),
  );
  const weekdays = Array.from({ length: 14 }, (_, n) => agencyDay(-n - 1)).filter((day) =>
    [1, 2, 3, 4, 5].includes(new Date(`${day}T12:00:00Z`).getUTCDay()),
  );
  const { missing: all } = await field();
  expect(all).toBeGreaterThan(7);
  expect(all).toBeLessThanOrEqual(weekdays.length);
  const [day, next] = (await field()).days.filter(({ state }) => state === "missing");
  const lost = { day: day!.day, delayCause: "weather", delayNote: "Creek over the bank" };
  for (const actor of [a.people.inspector, a.measurer]) {
    const { id } = await write(site, lost, actor);
    await step(id, "submit", {}, actor as typeof a.people.inspector);
  }
  const hours = await write(site, { day: next!.day, delayCause: "utility", delayHours: "2.5" });
  await step(hours.id, "submit");
  await write(site, { day: addDays(next!.day, 1) });
  const { missing, delays, days } = await field();
  expect(missing).toBe(all - 2);
  expect(delays).toEqual([
    { cause: "weather", days: 1, hours: "0" },
    { cause: "utility", days: 0, hours: "2.5" },
  ]);
  expect(days.find((each) => each.day === day!.day)).toMatchObject({ state: "delay" });
});

test("a project with a draft of a log is not closed", async () => {
  const site = await a.building("LD", road);
  const log = await write(site);
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`update project set status = 'substantially_complete' where id = ${site.id}`),
  );
  const said = await refusalOf(
    a.asking(
      a.people.engineer,
      `POST /api/v1/projects/${site.id}/actions/close`,
      {},
      (await a.read(site.id)).version,
    ),
  );
  expect(said).toMatch(/LOG-\d+-\d+ \(a daily log that is a draft: submit or discard it\)/);
  expect((await read(log.id)).status).toBe("draft");
});
