import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { contractAgency } from "../contracts.setup.ts";
import { boundByContracts } from "./bound.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

test("a contract in force binds its plan of the year on the accounts of its orders, to the cent", async () => {
  const plan = [
    { year: 2027, amount: 60_000_00 },
    { year: 2028, amount: 40_000_01 },
  ];
  const id = await a.inForce({
    title: "Stone",
    ceiling: 100_000_01,
    yearPlan: plan,
    endsOn: agencyDay(700),
  });
  await a.inForce({
    title: "Nothing ordered",
    ceiling: 5_00,
    yearPlan: [{ year: 2028, amount: 5_00 }],
  });
  await a.issue(await a.ordered(id, "120.50"));
  const year = { year: 2028, startsOn: agencyDay(300), endsOn: agencyDay(664) };
  const db = t.database.read(a.people.author);
  expect(await boundByContracts(db, year)).toMatchObject([
    {
      accountStringId: a.accountStringId,
      cents: 40_000_01,
      ordered: 0,
      href: `/contracts/${id}`,
      label: expect.stringContaining("Stone"),
    },
  ]);
  const [running] = await boundByContracts(db, { ...year, year: 2027 });
  expect(running!.cents).toBe(60_000_00);
  expect(running!.ordered).toBeGreaterThan(0);
  expect(await boundByContracts(db, { ...year, year: 2031 })).toEqual([]);
  expect(await boundByContracts(db, { ...year, startsOn: agencyDay(800) })).toEqual([]);
});
