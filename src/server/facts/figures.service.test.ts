import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { runList } from "../http/list-page.ts";
import { listQuery, type ListDefinition } from "../http/list.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { approvedInvoice, payingAgency } from "../testing/payments.ts";
import { defineDimension, defineFacts, fiscalYearDimension, type Fact } from "./facts.ts";
import { askFigures, type Question } from "./figures.ts";

// Two kinds of records that share a vendor: what is ordered by day, what is paid by day.
const list = (name: string): ListDefinition => ({
  name,
  from: "trial t left join trial_vendor v on v.org_id = t.org_id and v.id = t.vendor_id",
  alias: "t",
  columns: {
    id: { sql: "t.id", sort: true },
    vendor: { sql: "v.name" },
    state: { sql: "t.state", codes: { open: "Open", done: { label: "Done" } } },
    spare: { sql: "t.cents * 2", money: true },
  },
  filters: {
    vendorId: { kind: "set", sql: "t.vendor_id", type: "uuid" },
    state: { kind: "set", sql: "t.state", type: "text" },
    year: { kind: "set", sql: "t.year::text", type: "text" },
    on: { kind: "range", sql: "t.on_day", type: "date" },
    mine: { kind: "flag", sql: "t.owner = $actor" },
  },
  search: ["t.state"],
  defaultSort: "id",
  totals: { cents: "t.cents", part: "t.cents / 2" },
});
const vendor = defineDimension("trialVendor", "Vendor");
const state = defineDimension("trialState", "State");
const fact = (id: string, kind: string, over: Partial<Fact> = {}): Fact => ({
  id,
  label: id,
  grain: "a row",
  list: { ...list(id), from: list(id).from.replace("trial t", `trial_${kind} t`) },
  permission: kind === "order" ? "purchaseOrder.read" : "payment.read",
  page: `/${id}`,
  day: { label: "Day", filter: "on" },
  dimensions: [
    { of: vendor, filter: "vendorId", name: "vendor" },
    { of: state, filter: "state", name: "state" },
    { of: fiscalYearDimension, filter: "year", words: (year) => `FY ${year}` },
  ],
  measures: {
    sum: { label: "Sum", kind: "sum", total: "cents" },
    spare: { label: "Twice", kind: "sum", total: "spare" },
    rows: { label: "Rows", kind: "count" },
    open: { label: "Open", kind: "sum", total: "cents", only: { state: "open" } },
    vendors: { label: "Vendors", kind: "distinct", dimension: "trialVendor" },
    half: { label: "Half", kind: "ratio", part: "part", whole: "cents" },
  },
  ...over,
});
// What is ordered is added up over its list as a whole, what is paid over the first table alone.
const overBase = fact("paid", "payment");
const facts = defineFacts(fact("ordered", "order"), {
  ...overBase,
  list: { ...overBase.list, base: "trial_payment t" },
});

let t: TestDatabase;
let owner: pg.Client;
const orgId = newId();
const otherOrg = newId();
const everything = new Set(Object.keys(permissions)) as ReadonlySet<Permission>;
const me: Actor = memberActor(orgId, "admin", [], { permissions: everything });
// An agency with orders, invoices and a budget, for what the areas registered.
let real: Actor;
const without = (...gone: string[]): Actor => ({
  ...me,
  permissions: new Set([...me.permissions].filter((each) => !gone.includes(each))) as never,
});
const vendors = [newId(), newId(), newId()];

type Row = {
  kind: "order" | "payment";
  vendor: number | null;
  state: "open" | "done" | null;
  year: number;
  day: string | null;
  cents: number;
};

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(
    "create table trial_vendor (org_id uuid, id uuid, name text, primary key (org_id, id))",
  );
  for (const kind of ["order", "payment"])
    await owner.query(
      `create table trial_${kind} (
        org_id uuid, id uuid, vendor_id uuid, state text, year int, on_day date, cents bigint,
        owner uuid, primary key (org_id, id)
      )`,
    );
  for (const name of ["trial_vendor", "trial_order", "trial_payment"])
    await owner.query(`select levee_secure('${name}')`);
  for (const [n, id] of vendors.entries())
    for (const org of [orgId, otherOrg])
      await owner.query("insert into trial_vendor values ($1, $2, $3)", [org, id, `Vendor ${n}`]);
});
beforeAll(async () => {
  const agency = await payingAgency(t.database);
  for (const cents of [120_00, 35_50, 7_001_99])
    await approvedInvoice(t.database, agency, { cents });
  real = { ...agency.people.everything, permissions: everything };
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const store = async (rows: readonly Row[], org = orgId) => {
  for (const r of rows)
    await owner.query(`insert into trial_${r.kind} values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
      org,
      newId(),
      r.vendor === null ? null : vendors[r.vendor],
      r.state,
      r.year,
      r.day,
      r.cents,
      me.personId,
    ]);
};
const empty = () => owner.query("truncate trial_order; truncate trial_payment");
const ask = (question: Partial<Question> & { measures: string[] }, actor = me) =>
  askFigures(t.database.read(actor), actor, facts, { by: [], where: {}, ...question });

const row: fc.Arbitrary<Row> = fc.record({
  kind: fc.constantFrom("order", "payment"),
  vendor: fc.option(fc.integer({ min: 0, max: 2 })),
  state: fc.option(fc.constantFrom("open", "done")),
  year: fc.constantFrom(2026, 2027),
  day: fc.option(fc.constantFrom("2026-01-31", "2026-02-01", "2026-02-28", "2027-03-15")),
  cents: fc.integer({ min: -5_000_000_00, max: 9_000_000_00 }),
});
// By the calendar on the wall: 31 January and 1 February 2026 are one weekend.
const mondays: Record<string, string> = {
  "2026-01-31": "2026-01-26",
  "2026-02-01": "2026-01-26",
  "2026-02-28": "2026-02-23",
  "2027-03-15": "2027-03-15",
};
const keys = {
  trialVendor: (r: Row) => (r.vendor === null ? null : vendors[r.vendor]!),
  trialState: (r: Row) => r.state,
  fiscalYear: (r: Row) => String(r.year),
  month: (r: Row) => r.day?.slice(0, 7) ?? null,
  week: (r: Row) => (r.day === null ? null : mondays[r.day]!),
};
const dimensionIds = ["trialVendor", "trialState", "fiscalYear", "month", "week"] as const;

const asked = fc.record({
  by: fc
    .uniqueArray(fc.constantFrom(...dimensionIds), { maxLength: 3 })
    .filter((by) => !by.includes("month") || !by.includes("week")),
  states: fc.option(fc.uniqueArray(fc.constantFrom("open", "done"), { minLength: 1 })),
  vendors: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 })),
  from: fc.option(fc.constantFrom("2026-02-01", "2026-02-02")),
  until: fc.option(fc.constantFrom("2026-02-28", "2027-12-31")),
});

test("any question over two kinds of records equals their rows added up one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), asked, async (rows, q) => {
      await empty();
      await store(rows);
      await store(rows.slice(0, 3), otherOrg);
      const answer = await ask({
        measures: ["ordered.sum", "paid.sum", "paid.rows", "paid.spare", "ordered.vendors"],
        by: q.by,
        where: {
          ...(q.states && { trialState: q.states }),
          ...(q.vendors && { trialVendor: q.vendors.map((n) => vendors[n]!) }),
        },
        ...(q.from && { from: q.from }),
        ...(q.until && { until: q.until }),
      });
      const counts = rows.filter(
        (r) =>
          (!q.states || (r.state !== null && q.states.includes(r.state))) &&
          (!q.vendors || (r.vendor !== null && q.vendors.includes(r.vendor))) &&
          (!q.from || (r.day !== null && r.day >= q.from)) &&
          (!q.until || (r.day !== null && r.day <= q.until)),
      );
      const naive = (of: readonly Row[]) => {
        const [orders, payments] = [
          of.filter((r) => r.kind === "order"),
          of.filter((r) => r.kind === "payment"),
        ];
        const sum = (some: readonly Row[]) => some.reduce((n, r) => n + r.cents, 0);
        const named = new Set(orders.flatMap((r) => (r.vendor === null ? [] : [r.vendor])));
        return [sum(orders), sum(payments), payments.length, 2 * sum(payments), named.size];
      };
      expect(answer.totals.map((cell) => cell.value)).toEqual(naive(counts));
      const groups = new Map<string, Row[]>();
      if (q.by.length)
        for (const r of counts) {
          const key = JSON.stringify(q.by.map((id) => keys[id](r)));
          groups.set(key, [...(groups.get(key) ?? []), r]);
        }
      expect(
        Object.fromEntries(
          answer.rows.map((r) => [JSON.stringify(r.keys), r.cells.map((c) => c.value ?? 0)]),
        ),
      ).toEqual(Object.fromEntries([...groups].map(([key, of]) => [key, naive(of)])));
    }),
    { numRuns: 40 },
  );
});

/** What the address of a cell asks of its list. */
const opened = async (of: Fact, href: string, who = me) => {
  const asked = Object.fromEntries(new URL(href, "http://x").searchParams);
  delete asked.tab;
  return runList<{ id: string }>(
    t.database.read(who),
    who,
    of.list,
    listQuery(of.list).parse(asked),
  );
};

test.each(["month", "week"])(
  "each cell of a %s opens its list with the same count and cents; of what is empty nothing opens",
  async (time) => {
    await empty();
    await store(fc.sample(row, { numRuns: 60, seed: 49 }));
    const answer = await ask({
      measures: ["paid.sum"],
      by: ["trialVendor", "trialState", time],
      from: "2026-01-31",
    });
    expect(answer.rows.length).toBeGreaterThan(8);
    for (const { keys: of, cells } of answer.rows) {
      const [cell] = cells;
      expect(cell!.opens === null).toBe(of.includes(null));
      if (cell!.opens === null) continue;
      const page = await opened(facts[1]!, cell!.opens);
      expect([page.total, page.totals!.cents]).toEqual([cell!.rows, cell!.value]);
    }
    const whole = await opened(facts[1]!, answer.totals[0]!.opens!);
    expect([whole.total, whole.totals!.cents]).toEqual([
      answer.totals[0]!.rows,
      answer.totals[0]!.value,
    ]);
    expect(answer.rows.flatMap((r) => r.names)).toEqual(
      expect.arrayContaining(["Vendor 0", "Open", "Done", "None"]),
    );
  },
);

test("sums stay whole cents beyond what a float holds", async () => {
  await empty();
  const big = 4_503_599_627_370_497;
  await store([
    { kind: "order", vendor: 0, state: "open", year: 2027, day: "2027-01-01", cents: big },
    { kind: "order", vendor: 0, state: "open", year: 2027, day: "2027-01-01", cents: -big + 1 },
    { kind: "order", vendor: 1, state: "done", year: 2027, day: "2027-01-01", cents: big },
  ]);
  const answer = await ask({
    measures: ["ordered.sum", "ordered.open", "ordered.half"],
    by: ["trialVendor"],
  });
  expect(answer.totals.map((c) => c.value)).toEqual([big + 1, 1, 50]);
  expect(answer.measures.map((m) => m.unit)).toEqual(["cents", "cents", "percent"]);
});

test("who may not read a figure is told its name, never nothing in its place", async () => {
  const answer = await ask(
    { measures: ["ordered.sum", "paid.sum"], by: ["trialVendor"] },
    without("payment.read"),
  );
  expect(answer.measures.map((m) => m.id)).toEqual(["ordered.sum"]);
  expect(answer.withheld).toEqual(["paid: Sum"]);
  expect(answer.totals).toHaveLength(1);
  const none = await ask({ measures: ["paid.sum"], by: ["trialVendor"] }, without("payment.read"));
  expect(none).toEqual({ by: [], measures: [], withheld: ["paid: Sum"], rows: [], totals: [] });
});

test("what figures do not share is said in its words", async () => {
  await expect(ask({ measures: ["paid.sum"], by: ["fiscalYear"] })).resolves.toBeDefined();
  await expect(ask({ measures: ["paid.sum"], by: ["fund"] })).rejects.toMatchObject({
    code: "figures_do_not_meet",
    message: expect.stringMatching(/are told by .*fiscal year/),
  });
});

test("what cannot be answered is refused with what to do", async () => {
  const refused = async (question: Partial<Question>, of = facts) =>
    askFigures(t.database.read(me), me, of, {
      measures: ["paid.sum"],
      by: [],
      where: {},
      ...question,
    }).then(
      () => "answered",
      (error: { code: string }) => error.code,
    );
  expect(await refused({ measures: ["paid.nothing"] })).toBe("unknown_figure");
  expect(await refused({ measures: ["paid.toString"] })).toBe("unknown_figure");
  expect(await refused({ by: ["fund"] })).toBe("figures_do_not_meet");
  expect(await refused({ by: ["state; drop table trial_order"] })).toBe("figures_do_not_meet");
  expect(await refused({ where: { month: ["2026-01"] } })).toBe("figure_month");
  expect(await refused({ by: ["week", "month"] })).toBe("figure_weeks_of_months");
  expect(await refused({ where: { trialVendor: ["' or true --"] } })).toBe("figure_value");
  expect(await refused({ measures: ["paid.open"], where: { trialState: ["done"] } })).toBe(
    "figure_never",
  );
  const { day: _day, ...dayless } = fact("paid", "payment");
  expect(await refused({ from: "2026-01-01" }, [dayless])).toBe("figure_without_day");
  const apart = fact("paid", "payment", {
    apart: ["fiscalYear"],
    list: {
      ...fact("paid", "payment").list,
      addable: { sql: "t.year", sentence: "One year at a time." },
    },
  });
  expect(await refused({}, [apart])).toBe("figure_not_added");
  expect(await refused({ where: { fiscalYear: ["2027"] } }, [apart])).toBe("answered");
  expect(await refused({ by: ["fiscalYear"] }, [apart])).toBe("answered");
});

test("an answer of more rows than are shown is refused, never cut", async () => {
  await empty();
  await owner.query(
    `
      insert into trial_payment
      select $1, gen_random_uuid(), null, 's' || n, 2027, '2027-01-01', 1, null
      from generate_series(1, 2001) n
    `,
    [orgId],
  );
  await expect(ask({ measures: ["paid.sum"], by: ["trialState"] })).rejects.toMatchObject({
    code: "figures_too_many",
  });
  expect((await ask({ measures: ["paid.sum"] })).totals[0]!.value).toBe(2001);
});

test("a fact with a wrong name, no permission or a join to many does not load", () => {
  const wrong = (over: Partial<Fact>) => () => defineFacts(fact("paid", "payment", over));
  const { dimensions, measures, list: own } = fact("paid", "payment");
  expect(wrong({})).not.toThrow();
  expect(wrong({ permission: "" as never })).toThrow("a permission");
  expect(wrong({ day: { label: "Day", filter: "state" } })).toThrow("state");
  expect(wrong({ dimensions: [{ of: vendor, filter: "vendor", name: "vendor" }] })).toThrow(
    "vendor",
  );
  expect(
    wrong({ dimensions: [...dimensions, { of: vendor, filter: "state", name: "nobody" }] }),
  ).toThrow("nobody");
  expect(
    wrong({ measures: { ...measures, x: { label: "X", kind: "sum", total: "state" } } }),
  ).toThrow("state");
  expect(
    wrong({ measures: { x: { label: "X", kind: "count", only: { nowhere: "true" } } } }),
  ).toThrow("nowhere");
  expect(wrong({ measures: { x: { label: "X", kind: "distinct", dimension: "fund" } } })).toThrow(
    "fund",
  );
  const joined = (join: string): Partial<Fact> => ({
    list: { ...own, from: `${own.from} ${join}` },
  });
  const many = joined(
    "left join trial_order o on o.org_id = t.org_id and o.vendor_id = t.vendor_id",
  );
  expect(wrong(many)).toThrow("a join of o by its key");
  expect(wrong({ ...many, single: ["o"] })).not.toThrow();
  expect(wrong(joined("cross join trial_order o"))).toThrow("plain joins");
  expect(wrong(joined(", trial_order o"))).toThrow("plain joins");
  expect(wrong({ list: { ...own, addable: { sql: "t.year", sentence: "No." } } })).toThrow("apart");
});

const registered = areaServers.flatMap((area) => area.facts ?? []);

test("dimensions of one name are one thing, and a fact is read by who reads its list", () => {
  const byId = new Map<string, unknown>();
  for (const { of } of registered.flatMap((each) => each.dimensions)) {
    expect(byId.get(of.id) ?? of, of.id).toBe(of);
    byId.set(of.id, of);
  }
  expect(new Set(registered.map((each) => each.id)).size).toBe(registered.length);
  const permissions = areaServers
    .flatMap((area) => [...(area.asked ?? [])])
    .map((each) => [each.list, each.permission] as const);
  for (const each of registered)
    for (const [of, permission] of permissions)
      if (of === each.list) expect(each.permission, each.id).toBe(permission);
});

test.each(registered.map((each) => [each.id, each] as const))(
  "%s: each measure is its list's total, and its parts make the whole by every dimension",
  async (_id, each) => {
    const db = t.database.read(real);
    const apart = Object.fromEntries(
      (each.apart ?? []).map((id) => [id, [id === "fiscalYear" ? "2027" : "spending"]]),
    );
    const askIt = (measure: string, by: string[]) =>
      askFigures(db, real, registered, { measures: [`${each.id}.${measure}`], by, where: apart });
    for (const [name, measure] of Object.entries(each.measures)) {
      const { totals } = await askIt(name, []);
      const page = await opened(each, totals[0]!.opens!, real);
      expect(page.total).toBe(totals[0]!.rows);
      if (measure.kind !== "count" && "total" in measure && each.list.totals?.[measure.total])
        expect(totals[0]!.value).toBe(page.totals![measure.total]);
      if (["ratio", "distinct", "duration", "left"].includes(measure.kind)) continue;
      // Of a balance the months are no parts: the last one is the whole.
      const months = each.day && measure.kind !== "balance" ? ["month"] : [];
      for (const id of [...each.dimensions.map((d) => d.of.id), ...months]) {
        const { rows, by } = await askIt(name, [id]);
        // What has several values counts in each, and once in the whole.
        if (by[0]!.overlaps) {
          expect(rows.every((r) => r.cells[0]!.rows <= totals[0]!.rows)).toBe(true);
          continue;
        }
        expect(rows.reduce((n, r) => n + r.cells[0]!.value!, 0)).toBe(totals[0]!.value);
        expect(rows.reduce((n, r) => n + r.cells[0]!.rows, 0)).toBe(totals[0]!.rows);
      }
    }
  },
);

test("joins that are said to give one row at most stand on a unique index", async () => {
  for (const each of registered)
    for (const alias of each.single ?? []) {
      const [, table, on] = new RegExp(
        `join (\\w+) ${alias} on ([^]*?)(?= left join| join|$)`,
      ).exec(each.list.from)!;
      const columns = [...on!.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g"))].map(([, c]) => c!);
      const { rows } = await owner.query<{ def: string }>(
        "select indexdef as def from pg_indexes where tablename = $1 and indexdef like 'CREATE UNIQUE%'",
        [table],
      );
      expect(
        rows.some(({ def }) =>
          /\((.*)\)/
            .exec(def)![1]!
            .split(", ")
            .every((c) => columns.includes(c)),
        ),
        `${each.id}: ${alias}`,
      ).toBe(true);
    }
});

test("the agency that all this was asked of has figures, and another one none of them", async () => {
  const question = { measures: ["invoices.total"], by: [], where: {} };
  const [total] = (await askFigures(t.database.read(real), real, registered, question)).totals;
  expect(total).toMatchObject({ value: 7_157_49, rows: 3 });
  const [none] = (await askFigures(t.database.read(me), me, registered, question)).totals;
  expect(none).toMatchObject({ value: 0, rows: 0 });
});
