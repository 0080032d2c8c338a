import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import "#areas.server.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import type { Database, Db, Tx } from "./db.ts";
import { openDatabase } from "./open-database.ts";
import { cached, cachedEach, mayChangeCached, SettingsCache, watchedTables } from "./cache.ts";
import { sql } from "./sql.ts";

let t: TestDatabase;
let owner: pg.Client;
let other: Database;
let agency: Agency;
beforeAll(async () => {
  t = await freshDatabase();
  other = openDatabase(t.ownerUrl, { max: 3 });
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await other.close();
  await owner.end();
  await t.drop();
});
beforeEach(async () => void (agency = await makeAgency(t.database)));

let asked = 0;
type Year = { year: number; status: string };
const years = cached({
  name: "years of this test",
  from: ["fiscal_year"],
  read: (db: Db): Promise<readonly Year[]> => (
    asked++,
    db.rows<Year>(
      sql`select year, status from fiscal_year where org_id = ${db.scope.orgId} order by year`,
    )
  ),
});
const codes = cachedEach({
  name: "codes of this test",
  from: ["segment_value"],
  read: async (db: Db, ids) => (
    asked++,
    new Map(
      (
        await db.rows<{ id: string; code: string }>(sql`
          select id, code
          from segment_value
          where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
        `)
      ).map((r) => [r.id, r.code]),
    )
  ),
});

const within = <T>(work: (tx: Tx) => Promise<T>, database = t.database, of = agency) =>
  database.transaction({ orgId: of.orgId, personId: null }, work);
const openYear = (tx: Tx, year: number) =>
  tx.rows(sql`
    insert into fiscal_year (org_id, id, year, starts_on, ends_on)
    values (${agency.orgId}, ${newId()}, ${year}, ${`${year}-01-01`}, ${`${year}-12-31`})
  `);
const seen = async (read: () => Promise<readonly Year[]>) => {
  const before = asked;
  const found = await read();
  return { years: found.map((y) => y.year), asked: asked - before };
};
const versionOf = async () =>
  (await owner.query("select version from agency_version where org_id = $1", [agency.orgId]))
    .rows[0]?.version as string | undefined;

describe("taking what is kept", () => {
  test("a second transaction does not ask; a change by anybody is followed by the next one, in every process", async () => {
    expect(await seen(() => within(years))).toEqual({ years: [2027], asked: 1 });
    expect(await seen(() => within(years))).toEqual({ years: [2027], asked: 0 });
    expect(await seen(() => within(years, other))).toEqual({ years: [2027], asked: 1 });
    await within((tx) => openYear(tx, 2030), other);
    expect(await seen(() => within(years))).toEqual({ years: [2027, 2030], asked: 1 });
    await owner.query("update fiscal_year set year = 2031 where org_id = $1 and year = 2030", [
      agency.orgId,
    ]);
    expect(await seen(() => within(years))).toEqual({ years: [2027, 2031], asked: 1 });
    expect(await seen(() => within(years, other))).toEqual({ years: [2027, 2031], asked: 1 });
    expect(await seen(() => within(years, other))).toEqual({ years: [2027, 2031], asked: 0 });
  });

  test("a transaction sees its own changes, awaited or not, and nobody else ever sees those that were rolled back", async () => {
    await within(years);
    expect(await seen(() => within(async (tx) => (await openYear(tx, 2030), years(tx))))).toEqual({
      years: [2027, 2030],
      asked: 1,
    });
    await within(years);
    const failing = within(async (tx) => {
      tx.later(openYear(tx, 2032));
      expect(await seen(() => years(tx))).toEqual({ years: [2027, 2030, 2032], asked: 1 });
      expect(await seen(() => years(tx))).toEqual({ years: [2027, 2030, 2032], asked: 1 });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect((await seen(() => within(years))).years).toEqual([2027, 2030]);
  });

  test("what was read beside a change of its own is not kept either", async () => {
    let changed!: () => void;
    const change = new Promise<void>((resolve) => (changed = resolve));
    const failing = within(async (tx) => {
      await tx.rows(sql`select 1`);
      const reading = slowly.of(tx, change);
      await tx.rows(sql`select 2`);
      await openYear(tx, 2033);
      changed();
      expect((await reading).map((y) => y.year)).toEqual([2027, 2033]);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect((await within((tx) => slowly.of(tx, Promise.resolve()))).map((y) => y.year)).toEqual([
      2027,
    ]);
  });
  // A reading of several statements, among which the transaction goes on.
  const slowly = {
    until: Promise.resolve(),
    of: (db: Db, until: Promise<void>) => ((slowly.until = until), slowly.read(db)),
    read: cached({
      name: "slow years of this test",
      from: ["fiscal_year"],
      read: async (db: Db): Promise<readonly Year[]> => (
        await db.rows(sql`select 1 from fiscal_year limit 0`),
        await slowly.until,
        db.rows<Year>(
          sql`select year, status from fiscal_year where org_id = ${db.scope.orgId} order by year`,
        )
      ),
    }),
  };

  test("a change that is committed behind the opening is kept under the version before it, and asked for again under its own", async () => {
    await within(years);
    await openYearElsewhere(2034);
    const late = await within(async (tx) => {
      await tx.rows(sql`select 1`);
      await openYearElsewhere(2035);
      return seen(() => years(tx));
    });
    expect(late).toEqual({ years: [2027, 2034, 2035], asked: 1 });
    expect(await seen(() => within(years))).toEqual({ years: [2027, 2034, 2035], asked: 1 });
  });
  const openYearElsewhere = (year: number) => within((tx) => openYear(tx, year), other);

  test("another agency has its own; a scope that was turned to another agency takes nothing", async () => {
    const neighbour = await makeAgency(t.database);
    await within((tx) => openYear(tx, 2040));
    await within(years);
    expect(await seen(() => within(years, t.database, neighbour))).toEqual({
      years: [2027],
      asked: 1,
    });
    expect(
      await seen(() =>
        within(
          (tx) => years({ ...tx, scope: { ...tx.scope, orgId: agency.orgId } }),
          t.database,
          neighbour,
        ),
      ),
    ).toEqual({ years: [], asked: 1 });
    expect(await seen(() => within(years))).toEqual({ years: [2027, 2040], asked: 0 });
  });

  test("readings without a transaction just read", async () => {
    await within(years);
    expect(
      await seen(() => years(t.database.read({ orgId: agency.orgId, personId: null }))),
    ).toEqual({ years: [2027], asked: 1 });
    expect(
      await seen(() => t.database.transaction({ orgId: null, personId: null }, years)),
    ).toEqual({ years: [], asked: 1 });
  });

  test("of many things only those are asked for that are not kept; what does not exist is kept nowhere", async () => {
    await makeBudget(t.database, agency, 1);
    await makeBudget(t.database, agency, 1);
    const all = await t.database
      .read({ orgId: agency.orgId, personId: null })
      .rows<{ id: string; code: string }>(
        sql`select id, code from segment_value where org_id = ${agency.orgId} order by code`,
      );
    const unknown = newId();
    const [a, b, c] = all.map((s) => s.id) as [string, string, string];
    await within((tx) => codes(tx, [b, unknown]));
    const before = asked;
    const found = await within((tx) => codes(tx, [c, b, a, unknown]));
    expect([...found]).toEqual([c, b, a].map((id) => [id, all.find((s) => s.id === id)!.code]));
    expect(asked - before).toBe(1);
    await within((tx) => codes(tx, [a, b, c]));
    expect(asked - before).toBe(1);
  });

  test("nobody can change what is kept, whether it was just read or taken", async () => {
    for (const found of [await within(years), await within(years)]) {
      expect(() => (found as Year[]).push({ year: 1, status: "" })).toThrow(TypeError);
      expect(() => ((found[0] as Year).status = "closed")).toThrow(TypeError);
    }
  });
});

test("a shelf forgets what was not asked for the longest, keeps nothing large, and knows an entry only under its version", () => {
  const shelf = new SettingsCache(2000);
  const text = "x".repeat(100);
  for (let i = 0; i < 20; i++) {
    shelf.put(`key ${i}`, "one", text);
    shelf.get("key 0", "one");
  }
  expect(shelf.size).toBeLessThan(10);
  expect([
    shelf.get("key 0", "one")?.value,
    shelf.get("key 1", "one"),
    shelf.get("key 0", "two"),
  ]).toEqual([text, undefined, undefined]);
  shelf.put("large", "one", "x".repeat(300));
  shelf.put("key 0", "two", "short");
  expect([
    shelf.get("large", "one"),
    shelf.get("key 0", "one"),
    shelf.get("key 0", "two")?.value,
  ]).toEqual([undefined, undefined, "short"]);
  for (let i = 0; i < 500; i++) shelf.put("key 0", `${i}`, text);
  expect(shelf.get("key 19", "one")?.value).toBe(text);
});

test("which statements may change what is kept", () => {
  expect(mayChangeCached("insert into legal_rule (org_id) values ($1)")).toBe(true);
  expect(mayChangeCached('update "user_role" set role = $1')).toBe(true);
  expect(
    mayChangeCached("with gone as (DELETE FROM public.fiscal_year returning *) select 1 from gone"),
  ).toBe(true);
  expect(mayChangeCached("select * from legal_rule")).toBe(false);
  expect(mayChangeCached("update requisition set status = $1")).toBe(false);
});

describe("the version", () => {
  beforeEach(async () => {
    await makeBudget(t.database, agency, 1);
    const { admin, deputy } = await makeMembers(t.database, agency, {
      admin: { role: "admin", duties: ["buyer"] },
      deputy: {},
    });
    await makePolicy(t.database, admin, { documentType: "requisition" });
    await within((tx) =>
      tx.rows(sql`
        insert into approval_delegation (
          org_id, id, from_person_id, to_person_id, starts_at, ends_at
        )
        values (
          ${agency.orgId}, ${newId()}, ${admin.personId}, ${deputy.personId}, now(),
          now() + interval '1 day'
        )
      `),
    );
    await within((tx) =>
      tx.rows(sql`
        insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
        values (${agency.orgId}, ${newId()}, '2026-01-01', 1, 100)
      `),
    );
    const control = newId();
    await within((tx) =>
      tx.rows(sql`
        insert into control_version (
          org_id, id, definition_id, version_no, name, check_name, severity, mode, days, owner_duty
        )
        values (
          ${agency.orgId}, ${control}, ${control}, 1, 'Quotes', 'order.quotes', 'high', 'warn', 5,
          'buyer'
        )
      `),
    );
    await within((tx) =>
      tx.rows(sql`
        insert into training_gate (org_id, id, seat, enabled, from_day, reason, set_by_name)
        values (
          ${agency.orgId}, ${newId()}, 'release', true, '2026-01-01', 'Only the trained', 'Admin'
        )
      `),
    );
    const place = newId();
    await within((tx) =>
      tx.rows(sql`
        insert into agency_place (org_id, id, name, kind)
        values (${agency.orgId}, ${place}, ${`Yard ${place}`}, 'yard')
      `),
    );
    await within((tx) =>
      tx.rows(sql`
        insert into stock_location (org_id, id, code, name, place_id)
        values (${agency.orgId}, ${newId()}, ${place}, 'Bay', ${place})
      `),
    );
  });
  const changed = async (text: string, values: unknown[] = [agency.orgId]) => {
    const before = await versionOf();
    const { rowCount } = await owner.query(text, values);
    expect(rowCount, text).toBeGreaterThan(0);
    await owner.query("set constraints all immediate");
    await owner.query("set constraints all deferred");
    return (await versionOf()) !== before;
  };

  test.each(watchedTables)(
    "every change of %s changes it; one that touches no row does not",
    async (table) => {
      await owner.query("begin");
      try {
        const { rows } = await owner.query<{ text: string }>(
          `
            select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
            from pg_constraint
            where contype = 'f' and confrelid = $1::regclass
          `,
          [table],
        );
        for (const { text } of rows) await owner.query(text);
        const { rows: stored } = await owner.query<{ row: string }>(
          `select to_jsonb(x)::text as row from ${table} x where org_id = $1`,
          [agency.orgId],
        );
        expect(await changed(`update ${table} set org_id = org_id where org_id = $1`)).toBe(true);
        expect(await changed(`delete from ${table} where org_id = $1`)).toBe(true);
        expect(
          await changed(
            `
              insert into ${table}
              select *
              from jsonb_populate_recordset(null::${table}, $1::jsonb)
            `,
            [`[${stored.map((s) => s.row).join(",")}]`],
          ),
        ).toBe(true);
        const before = await versionOf();
        await owner.query(`update ${table} set org_id = org_id where false`);
        await owner.query("set constraints all immediate");
        expect(await versionOf()).toBe(before);
        await expect(owner.query(`truncate ${table} cascade`)).rejects.toThrow(
          "the server keeps some of them",
        );
      } finally {
        await owner.query("rollback");
      }
    },
  );

  test("a row that goes from one agency to another changes both", async () => {
    const neighbour = await makeAgency(t.database);
    const both = async () =>
      (
        await owner.query(
          "select version from agency_version where org_id = any($1) order by org_id",
          [[agency.orgId, neighbour.orgId]],
        )
      ).rows.map((r) => r.version as string);
    const before = await both();
    await owner.query(
      "update legal_rule set org_id = $2 where org_id = $1 and key = 'promptPayment'",
      [agency.orgId, neighbour.orgId],
    );
    const after = await both();
    expect(after).toHaveLength(2);
    expect(after.every((v, i) => v !== before[i])).toBe(true);
  });

  test("it changes with the commit and leaves nothing behind; ten thousand rows in two statements are one change", async () => {
    const before = await versionOf();
    await owner.query("begin");
    await owner.query(
      `
        insert into segment_value (org_id, id, kind, code, name)
        select $1, gen_random_uuid(), 'account', 'B' || n, 'Imported'
        from generate_series(1, 10000) n
      `,
      [agency.orgId],
    );
    await owner.query("update segment_value set version = version + 1 where org_id = $1", [
      agency.orgId,
    ]);
    expect((await owner.query("select count(*)::int as n from agency_change")).rows).toEqual([
      { n: 1 },
    ]);
    expect(await versionOf()).toBe(before);
    await owner.query("commit");
    expect(await versionOf()).not.toBe(before);
    expect((await owner.query("select count(*)::int as n from agency_change")).rows).toEqual([
      { n: 0 },
    ]);
  });

  test("people who change settings crosswise do not wait for each other in a circle", async () => {
    const {
      rows: [rule],
    } = await owner.query("select id from legal_rule where org_id = $1 limit 1", [agency.orgId]);
    const {
      rows: [year],
    } = await owner.query("select id from fiscal_year where org_id = $1 limit 1", [agency.orgId]);
    const touchRule = (tx: Tx) =>
      tx.rows(sql`
        update legal_rule
        set version = version + 1
        where org_id = ${agency.orgId} and id = ${rule.id}
      `);
    const touchYear = (tx: Tx) =>
      tx.rows(sql`
        update fiscal_year
        set version = version + 1
        where org_id = ${agency.orgId} and id = ${year.id}
      `);
    let reached!: () => void;
    let attempts = 0;
    const first = new Promise<void>((resolve) => (reached = resolve));
    const aWhile = () => new Promise((r) => setTimeout(r, 150));
    // The second holds the year that the first wants; were the version held from the first change
    // on, the second would wait for the first as well.
    const one = within(async (tx) => {
      attempts++;
      await touchRule(tx);
      reached();
      await aWhile();
      await touchYear(tx);
    });
    const two = first.then(() =>
      within(async (tx) => {
        attempts++;
        await touchYear(tx);
        await aWhile();
        await aWhile();
      }, other),
    );
    await Promise.all([one, two]);
    expect(attempts).toBe(2);
  });

  test("no value is older than its version, however many change and read at once", async () => {
    const counter = cached({
      name: "counter of this test",
      from: ["legal_rule"],
      read: async (db: Db) =>
        (
          await db.one<{ n: number }>(
            sql`select max(version)::int as n from legal_rule where org_id = ${db.scope.orgId}`,
          )
        ).n,
    });
    let committed = (await within(counter)) as number;
    let stop = false;
    let reads = 0;
    const writing = (async () => {
      for (let i = 0; i < 60; i++) {
        const { n } = await within(
          (tx) =>
            tx.one<{ n: number }>(sql`
              with c as (
                update legal_rule
                set version = version + 1
                where org_id = ${agency.orgId}
                returning version
              )
              select max(version)::int as n
              from c
            `),
          other,
        );
        committed = n;
      }
      stop = true;
    })();
    const reading = async () => {
      while (!stop) {
        const least = committed;
        const got = await within(counter);
        reads++;
        expect(got).toBeGreaterThanOrEqual(least);
      }
    };
    await Promise.all([writing, reading(), reading(), reading()]);
    expect(reads).toBeGreaterThan(20);
    expect(await within(counter)).toBe(committed);
  });
});
