// Somebody has a schedule from a day on already: the same week is left alone, another one is a question.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { daysOf, scheduleImporter } from "./schedule.importer.ts";

let t: TestDatabase;
let people: Record<"recovery" | "worker" | "other", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    recovery: { duties: ["recovery"] },
    worker: {},
    other: {},
  });
});
afterAll(() => t.drop());

const row = (over: object = {}) =>
  scheduleImporter.schema.parse({
    person: people.worker.email,
    fromDay: "2026-01-01",
    employment: "budgeted",
    days: "Mon-Fri",
    hours: "07:00-15:30",
    breakMinutes: 30,
    source: "Union contract",
    ...over,
  });
const judged = async (over: object = {}) => {
  const [verdict] = await scheduleImporter.plan(
    t.database.read(people.recovery) as never,
    [row(over)],
    new Date().toISOString(),
  );
  return verdict!;
};

test("a known schedule is left alone when it says the same, and asked about when it does not", async () => {
  const { recovery, other } = people;
  const first = await judged();
  if (first.action !== "create") throw new Error(JSON.stringify(first));
  await t.database.transaction(recovery, (tx) =>
    scheduleImporter.apply(
      tx,
      recovery,
      [{ row: row(), action: "create", plan: first.plan }],
      newId(),
      () => {},
    ),
  );
  expect(await judged()).toEqual({ action: "skip" });
  expect(await judged({ hours: "06:00-14:30" })).toMatchObject({
    action: "reject",
    problem: {
      column: "Hours",
      expected: expect.stringContaining("Mon 07:00-15:30 (30)"),
      found: expect.stringContaining("Mon 06:00-14:30 (30)"),
    },
  });
  expect(await judged({ breakMinutes: 45 })).toMatchObject({ problem: { column: "Hours" } });
  expect(await judged({ toDay: "2026-06-30" })).toMatchObject({ problem: { column: "To" } });
  expect(await judged({ employment: "backfill", replaces: other.email })).toMatchObject({
    problem: { column: "Employed as", found: expect.stringContaining(other.email!) },
  });
});

test("hours are read as rosters write them: one digit, a dash, blanks", () => {
  for (const hours of ["7:00-15:30", "7:00 – 15:30", " 07:00-15:30 "])
    expect(row({ hours }).hours).toBe("07:00-15:30");
  expect(() => row({ hours: "7-15" })).toThrow("Write the hours as 07:00-15:30.");
  expect(daysOf("Mon–Fri")).toEqual([1, 2, 3, 4, 5]);
});
