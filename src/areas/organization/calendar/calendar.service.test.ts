import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day as asDay } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../organization.server.ts";
import { calendarInput, closureInput } from "./calendar.model.ts";
import {
  addClosure,
  businessDaysOf,
  calendarOfYear,
  importClosures,
  removeClosure,
  saveCalendar,
} from "./calendar.service.ts";
import { closuresOfIcs, icsOf } from "./ics.model.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
let other: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  admin = (await makeMembers(t.database, agency, { admin: { role: "admin" } })).admin;
  other = (
    await makeMembers(t.database, await makeAgency(t.database), { admin: { role: "admin" } })
  ).admin;
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const year = (of: number, actor = admin) => calendarOfYear(t.database.read(actor), actor, of);
const after = (day: string, days: number) =>
  businessDaysOf(t.database.read(admin), asDay(day), days);

test("until an agency says otherwise it works Monday to Friday without federal holidays", async () => {
  expect(await year(2026)).toMatchObject({
    weekdays: [1, 2, 3, 4, 5],
    opens: "08:00",
    closes: "17:00",
    version: 0,
    workdays: 250,
  });
  expect(await after("2026-11-24", 3)).toBe("2026-11-30");
});

test("week, closures and open days count; what another agency keeps does not; the version guards", async () => {
  const input = calendarInput.parse({
    weekdays: [4, 1, 2, 3, 3],
    opens: "07:00",
    closes: "17:30",
    federalHolidays: true,
  });
  const saved = await as(admin, (tx) => saveCalendar(tx, admin, input, 0));
  expect(saved).toMatchObject({ weekdays: [1, 2, 3, 4], version: 1, opens: "07:00" });
  await expect(as(admin, (tx) => saveCalendar(tx, admin, input, 0))).rejects.toMatchObject({
    status: 412,
  });
  const closed = closureInput.parse({
    firstDay: "2026-11-24",
    lastDay: "2026-11-25",
    name: "Move of the office",
  });
  const { id } = await as(admin, (tx) => addClosure(tx, admin, closed));
  await as(admin, (tx) =>
    addClosure(
      tx,
      admin,
      closureInput.parse({
        firstDay: "2026-11-26",
        lastDay: "2026-11-26",
        name: "Count of the votes",
        open: true,
      }),
    ),
  );
  expect(await after("2026-11-23", 1)).toBe("2026-11-26");
  expect((await year(2026)).off).toContainEqual({
    day: "2026-11-24",
    name: "Move of the office",
    of: null,
  });
  expect((await year(2026, other)).closures).toEqual([]);
  await expect(as(other, (tx) => removeClosure(tx, other, id))).rejects.toMatchObject({
    code: "not_found",
  });
  await as(admin, (tx) => removeClosure(tx, admin, id));
  expect(await after("2026-11-23", 1)).toBe("2026-11-24");
});

const event = (lines: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const bare = (text: string, from = "2026-01-01", to = "2036-12-31") =>
  closuresOfIcs(text, from, to).map(({ firstDay, lastDay, name }) => [firstDay, lastDay, name]);

test("a calendar file: days, ranges, rules with and without an end", () => {
  expect(
    bare(
      event(
        "UID:a\r\nDTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20270102\r\nSUMMARY:Winter\\, closed",
      ),
    ),
  ).toEqual([["2026-12-24", "2027-01-01", "Winter, closed"]]);
  expect(
    bare(event("UID:b\r\nDTSTART:20260704T120000Z\r\nDTEND:20260704T130000Z\r\nSUMMARY:Noon")),
  ).toEqual([["2026-07-04", "2026-07-04", "Noon"]]);
  const forever = bare(
    event("UID:c\r\nDTSTART;VALUE=DATE:20200210\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Founding day"),
  );
  expect(forever).toHaveLength(11);
  expect(forever[0]).toEqual(["2026-02-10", "2026-02-10", "Founding day"]);
  expect(
    bare(event("UID:d\r\nDTSTART;VALUE=DATE:20261124\r\nSTATUS:CANCELLED\r\nSUMMARY:Gone")),
  ).toEqual([]);
});

test("what is no calendar, has no end or too much is refused in a sentence, soon", () => {
  const started = performance.now();
  const one = "BEGIN:VEVENT\r\nUID:x\r\nDTSTART;VALUE=DATE:20261124\r\nEND:VEVENT\r\n";
  const many = `BEGIN:VCALENDAR\r\n${one.repeat(2_001)}END:VCALENDAR\r\n`;
  const everySecond = event(
    "UID:s\r\nDTSTART:20260101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nSUMMARY:No end",
  );
  const years = event(
    "UID:y\r\nDTSTART;VALUE=DATE:20260101\r\nDTEND;VALUE=DATE:20310101\r\nSUMMARY:Five years",
  );
  for (const [text, why] of [
    ["not a calendar", /no calendar file/],
    ["BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", /no calendar file/],
    [many, /2001 events/],
    [everySecond, /more than 2,000/],
    [years, /longer than a year/],
    ["x".repeat(1_000_001), /1 MB/],
  ] as const)
    expect(() => closuresOfIcs(text, "2026-01-01", "2036-12-31"), text.slice(0, 40)).toThrow(why);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("a second import adds nothing twice; the export is read back as it was", async () => {
  const text = event(
    "UID:w\r\nDTSTART;VALUE=DATE:20271227\r\nDTEND;VALUE=DATE:20271230\r\nSUMMARY:Winter break",
  );
  const take = (file: string) => as(admin, (tx) => importClosures(tx, admin, file));
  expect(await take(text)).toEqual({ added: 1, known: 0 });
  expect(await take(text)).toEqual({ added: 0, known: 1 });
  expect(await take(text.replace("20271230", "20271231"))).toEqual({ added: 1, known: 0 });
  expect((await year(2027)).closures.filter((each) => each.imported)).toMatchObject([
    { firstDay: "2027-12-27", lastDay: "2027-12-30", name: "Winter break" },
  ]);
  const { off } = await year(2027);
  const file = icsOf({ id: agency.orgId, name: "Müllers Stadt; Amt" }, off, "2026-11-23T10:00:00Z");
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(bare(file, "2027-01-01", "2027-12-31")).toEqual(
    off.map((each) => [each.day, each.day, each.name]),
  );
});
