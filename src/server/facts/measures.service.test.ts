import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, Permission } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, daysBetween } from "#kernel/time.ts";
import { permissions } from "#roles.ts";
import { businessDate } from "../clock.ts";
import { runList } from "../http/list-page.ts";
import { listQuery, type ListDefinition } from "../http/list.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { defineDimension, defineFacts, type Fact } from "./facts.ts";
import { askFigures, type Question } from "./figures.ts";

// Cases that begin on a day, end at an instant or go on, and move cents on the day of their beginning.
const list: ListDefinition = {
  name: "trial-cases",
  from: "trial_case c",
  alias: "c",
  columns: { id: { sql: "c.id", sort: true }, place: { sql: "c.place" }, kind: { sql: "c.kind" } },
  filters: {
    place: { kind: "set", sql: "c.place", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    began: { kind: "range", sql: "c.began_on", type: "date" },
    ended: { kind: "range", sql: "c.ended_at", type: "instant" },
  },
  search: ["c.place"],
  defaultSort: "id",
  totals: { cents: "c.cents" },
};
const [place, kind] = [
  defineDimension("trialPlace", "Place"),
  defineDimension("trialKind", "Kind"),
];
const took = { kind: "duration", began: "began", ended: "ended" } as const;
const cases: Fact = {
  id: "cases",
  label: "Cases",
  grain: "a case",
  list,
  permission: "ledger.read",
  page: "/cases",
  day: { label: "Began", filter: "began" },
  dimensions: [
    { of: place, filter: "place", name: "place" },
    { of: kind, filter: "kind", name: "kind" },
  ],
  measures: {
    left: { label: "Left", kind: "balance", total: "cents" },
    median: { label: "Days, median", ...took, percent: 50 },
    most: { label: "Days, for 90%", ...took, percent: 90 },
  },
};
const facts = defineFacts(cases);

let t: TestDatabase;
let owner: pg.Client;
const orgId = newId();
const me: Actor = memberActor(orgId, "admin", [], {
  permissions: new Set(Object.keys(permissions)) as ReadonlySet<Permission>,
  timeZone: "America/Chicago",
});
const today = businessDate(me);
const ago = (days: number) => addDays(today, -days);

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`
    create table trial_case (
      org_id uuid, id uuid, place text, kind text, cents bigint, began_on date,
      ended_at timestamptz, primary key (org_id, id)
    );
    select levee_secure('trial_case');
  `);
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

type Case = { place: string; kind: string; cents: number; began: number; took: number | null };
const store = async (rows: readonly Case[]) => {
  await owner.query("truncate trial_case");
  for (const r of rows)
    await owner.query(
      `
        insert into trial_case
        values (
          $1, $2, $3, $4, $5, $6::date,
          (($6::date + $7::int)::timestamp + interval '23 hours') at time zone 'America/Chicago'
        )
      `,
      [orgId, newId(), r.place, r.kind, r.cents, ago(r.began), r.took],
    );
};
const ask = (question: Partial<Question> & { measures: string[] }) =>
  askFigures(t.database.read(me), me, facts, { by: [], where: {}, ...question });

const one: fc.Arbitrary<Case> = fc
  .record({
    place: fc.constantFrom("north", "south"),
    kind: fc.constantFrom("a", "b"),
    cents: fc.integer({ min: -9_000_000_00, max: 9_000_000_00 }),
    began: fc.integer({ min: 0, max: 120 }),
    took: fc.option(fc.integer({ min: 0, max: 120 })),
  })
  // Nothing ends after today.
  .map((r) => ({ ...r, took: r.took !== null && r.took > r.began ? null : r.took }));

/** The days within which a part has ended, from the chances of each day, day by day. */
const naiveDays = (of: readonly Case[], percent: number): number | null => {
  let left = 1;
  for (let day = 0; day <= 130; day++) {
    const at = of.filter((r) => (r.took ?? r.began) >= day).length;
    const done = of.filter((r) => r.took === day).length;
    if (!done) continue;
    left *= (at - done) / at;
    if (left <= 1 - percent / 100 + 1e-9) return day;
  }
  return null;
};
const parts = ["trialPlace", "trialKind"] as const;
const keysOf = (r: Case, by: readonly string[]) =>
  by.map((id) => (id === "trialPlace" ? r.place : r.kind));
const grouped = (rows: readonly Case[], by: readonly string[]) => {
  const groups = new Map<string, Case[]>();
  for (const r of rows) {
    const key = JSON.stringify(keysOf(r, by));
    groups.set(key, [...(groups.get(key) ?? []), r]);
  }
  return groups;
};
const partings = fc.subarray([...parts]);

test("durations of every parting, and of the whole, are reckoned anew from the cases", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 25 }), partings, async (rows, by) => {
      await store(rows);
      const answer = await ask({ measures: ["cases.median", "cases.most"], by });
      const naive = (of: readonly Case[]) => [naiveDays(of, 50), naiveDays(of, 90)];
      expect(answer.totals.map(({ value }) => value)).toEqual(naive(rows));
      expect(answer.totals.map((cell) => cell.rows)).toEqual([rows.length, rows.length]);
      if (by.length)
        expect(
          Object.fromEntries(
            answer.rows.map((r) => [JSON.stringify(r.keys), r.cells.map((c) => c.value)]),
          ),
        ).toEqual(Object.fromEntries([...grouped(rows, by)].map(([key, of]) => [key, naive(of)])));
    }),
    { numRuns: 30 },
  );
});

test("a balance is what had moved until the end, whenever it began, and each month has its last one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { maxLength: 20 }),
      partings,
      fc.option(fc.integer({ min: 30, max: 100 })),
      async (rows, by, from) => {
        await store(rows);
        const since = from === null ? {} : { from: ago(from) };
        const until = ago(10);
        const sum = (of: readonly Case[]) => of.reduce((n, r) => n + r.cents, 0);
        const answer = await ask({
          measures: ["cases.left"],
          by: [...by, "month"],
          ...since,
          until,
        });
        const counts = rows.filter((r) => ago(r.began) <= until);
        expect(answer.totals[0]!.value).toBe(sum(counts));
        for (const { keys, cells } of answer.rows) {
          const month = keys.at(-1)!;
          const of = counts.filter(
            (r) =>
              JSON.stringify(keysOf(r, by)) === JSON.stringify(keys.slice(0, -1)) &&
              ago(r.began).slice(0, 7) <= month,
          );
          expect([cells[0]!.value, cells[0]!.rows]).toEqual([sum(of), of.length]);
        }
        // The last month has a row for each group that ever moved: beside each other they are the whole.
        const last = answer.rows.filter((r) => r.keys.at(-1) === until.slice(0, 7));
        expect(sum(counts)).toBe(last.reduce((n, r) => n + r.cells[0]!.value!, 0));
      },
    ),
    { numRuns: 30 },
  );
});

test("a cell of a balance opens all rows that make it, those before the time that is asked too", async () => {
  await store([
    { place: "north", kind: "a", cents: 100_00, began: 100, took: null },
    { place: "north", kind: "a", cents: -30_00, began: 2, took: null },
  ]);
  const answer = await ask({
    measures: ["cases.left"],
    by: ["month"],
    from: ago(40),
    until: today,
  });
  for (const cell of [...answer.rows.map((r) => r.cells[0]!), ...answer.totals]) {
    const asked = Object.fromEntries(new URL(cell.opens!, "http://x").searchParams);
    const page = await runList(t.database.read(me), me, list, listQuery(list).parse(asked));
    expect([page.total, page.totals!.cents]).toEqual([cell.rows, cell.value]);
  }
  expect(answer.rows[0]!.cells[0]!.value).toBe(100_00);
  expect(answer.totals[0]!.value).toBe(70_00);
  expect(answer.measures[0]).toMatchObject({ unit: "cents", balance: true });
});

test("open cases lengthen a duration as they wait; it is of days, and of now only", async () => {
  const done = { place: "north", kind: "a", cents: 0 };
  await store([
    { ...done, began: 60, took: 10 },
    { ...done, began: 60, took: 20 },
    { ...done, began: 15, took: null },
    { ...done, began: 15, took: null },
  ]);
  const { totals, measures } = await ask({ measures: ["cases.median", "cases.most"] });
  expect(totals.map(({ value }) => value)).toEqual([20, 20]);
  expect(measures.map(({ unit }) => unit)).toEqual(["days", "days"]);
  expect(daysBetween(ago(15), today)).toBe(15);
  await expect(
    askFigures(
      t.database.read(me),
      me,
      defineFacts({ ...cases, asOf: { posted: "began", recorded: "ended" } }),
      { measures: ["cases.median"], by: [], where: {}, posted: ago(5) },
    ),
  ).rejects.toMatchObject({ code: "figure_now_only" });
});

test("a duration that is not of days, or a balance without a day, does not load", () => {
  const wrong = (over: Partial<Fact>) => () => defineFacts({ ...cases, ...over });
  expect(wrong({ measures: { x: { label: "X", ...took, ended: "place", percent: 50 } } })).toThrow(
    "place",
  );
  const { day: _day, ...dayless } = cases;
  const { left } = cases.measures;
  expect(() => defineFacts({ ...dayless, measures: { left: left! } })).toThrow(
    "a day of its balance",
  );
});
