import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { keepAgencyDays, type AgencyDay } from "./agency-days.ts";

let t: TestDatabase;
let early: string;
let late: string;

// Two zones that lie a day apart: in one of them the hour is past, in the other one it is to come.
const hourIn = async (orgId: string): Promise<number> =>
  (
    await identityDb(t.database).one<{ hour: number }>(sql`
      select extract(hour from clock_timestamp() at time zone time_zone)::int as hour
      from organization
      where id = ${orgId}
    `)
  ).hour;

beforeAll(async () => {
  t = await freshDatabase();
  early = (await makeAgency(t.database)).orgId;
  late = (await makeAgency(t.database)).orgId;
  for (const [id, zone] of [
    [early, "Pacific/Kiritimati"],
    [late, "Pacific/Honolulu"],
  ] as const)
    await t.database.transaction({ orgId: id, personId: null }, (tx) =>
      tx.rows(sql`update organization set time_zone = ${zone} where id = ${id}`),
    );
});
afterAll(() => t.drop());

const midnight = "00:00";
const notes: string[] = [];
const day = (name: string, at: string, fail = () => false): AgencyDay => ({
  afterRestore: "goes on",
  name,
  at,
  run: async (_app, orgId) => {
    if (fail()) throw new Error("the mail server was away");
    notes.push(`${name} ${orgId}`);
  },
});

test("what several instances begin at once is done once on the day of each agency", async () => {
  const greet = day("greet", midnight);
  await Promise.all(Array.from({ length: 5 }, () => keepAgencyDays(t.app, [greet])));
  await keepAgencyDays(t.app, [greet]);
  expect(notes.filter((each) => each.startsWith("greet")).toSorted()).toEqual(
    [`greet ${early}`, `greet ${late}`].toSorted(),
  );
  const days = await Promise.all(
    [early, late].map((orgId) =>
      t.database
        .read({ orgId, personId: null })
        .one<{ day: string; done: boolean }>(
          sql`select day, done_at is not null as done from agency_day_done where name = 'greet'`,
        ),
    ),
  );
  expect(days.map((each) => each.done)).toEqual([true, true]);
  // Kiritimati is 24 hours ahead of Honolulu: never the same day.
  expect(Date.parse(days[0]!.day) - Date.parse(days[1]!.day)).toBe(86_400_000);
});

test("it begins at the agency's own hour, and a day that was missed is made up once", async () => {
  const [now, other] = [await hourIn(early), await hourIn(late)];
  const at = `${String(Math.min(now, 23)).padStart(2, "0")}:00`;
  await keepAgencyDays(t.app, [day("hour", at)]);
  expect(notes).toContain(`hour ${early}`);
  expect(notes.includes(`hour ${late}`)).toBe(other >= now);
});

test("what fails is tried again, five times at most, and holds up no other agency", async () => {
  let broken = true;
  const mail = day("mail", midnight, () => broken);
  for (let n = 0; n < 3; n++) await keepAgencyDays(t.app, [mail]);
  expect(notes.filter((each) => each.startsWith("mail"))).toEqual([]);
  broken = false;
  await keepAgencyDays(t.app, [mail]);
  expect(notes.filter((each) => each.startsWith("mail"))).toHaveLength(2);
  const never = day("never", midnight, () => true);
  for (let n = 0; n < 8; n++) await keepAgencyDays(t.app, [never]);
  expect(
    await t.database
      .read({ orgId: early, personId: null })
      .one(sql`select tries, done_at from agency_day_done where name = 'never'`),
  ).toMatchObject({ tries: 5, doneAt: null });
});
