// What areas keep between requests (`keep`, `keepEach`): what each reading reads, and that nothing
// else changes it.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import "#areas.server.ts";
import { makeAgency, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { cachedReadings, mayChangeCached, watchedTables } from "./cache.ts";
import { bind, type Sql } from "./sql.ts";

let t: TestDatabase;
let owner: pg.Client;
let agency: Agency;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  agency = await makeAgency(t.database);
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

describe("what kept readings read", () => {
  const sample: Record<string, string> = {
    "legal rules": "promptPayment,micropurchase",
    "published policies": "requisition",
    "people of a role": "manager",
    "people on duty": "buyer",
  };
  const texts = async (
    read: (db: any, keys: readonly string[]) => Promise<unknown>,
    key: string,
  ): Promise<Sql[]> => {
    const sent: Sql[] = [];
    const db = t.database.read({ orgId: agency.orgId, personId: null });
    const also = (run: (s: Sql) => unknown) => (s: Sql) => (sent.push(s), run(s));
    await read({ ...db, rows: also(db.rows), one: also(db.one), maybe: also(db.maybe) }, [key]);
    return sent;
  };
  const relations = (plan: any): string[] => [
    ...(plan["Relation Name"] ? [plan["Relation Name"]] : []),
    ...(plan.Plans ?? []).flatMap(relations),
  ];

  test("each names every table that it reads, and all of them are watched", async () => {
    expect(cachedReadings.length).toBeGreaterThan(8);
    expect(new Set(cachedReadings.map((r) => r.name)).size).toBe(cachedReadings.length);
    for (const { name, from, read } of cachedReadings) {
      expect(watchedTables, name).toEqual(expect.arrayContaining([...from]));
      const statements = await texts(read, sample[name] ?? newId());
      expect(statements.length, name).toBeGreaterThan(0);
      for (const s of statements) {
        const [answer] = await t.database
          .read({ orgId: agency.orgId, personId: null })
          .rows<Record<string, { Plan: unknown }[]>>(
            bind(`explain (format json) ${s.text}`, s.values),
          );
        const touched = relations(Object.values(answer!)[0]![0]!.Plan);
        expect(touched.length, name).toBeGreaterThan(0);
        expect([...from], name).toEqual(expect.arrayContaining(touched));
        expect(s.text, `${name}: times are decided when it is taken`).not.toMatch(
          /current_date|businessDate/,
        );
      }
    }
  });

  test("for the application's role rows of a watched table depend on the agency alone", async () => {
    const { rows } = await owner.query(
      `
        select
          c.relname as table, count(*)::int as n, min(pg_get_expr(p.polqual, p.polrelid)) as rule
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        where c.relname = any($1) and (p.polroles = '{0}' or 'levee_app'::regrole = any(p.polroles))
        group by 1
        order by 1
      `,
      [[...watchedTables]],
    );
    expect(rows).toEqual(
      [...watchedTables]
        .sort()
        .map((table) => ({ table, n: 1, rule: "(org_id = ( SELECT levee_org() AS levee_org))" })),
    );
  });

  test("nothing but a statement that names a watched table changes it", async () => {
    const names = [...watchedTables];
    const { rows: functions } = await owner.query<{ name: string; text: string }>(
      `
        select p.proname as name, p.prosrc as text
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace
      `,
    );
    expect(functions.filter((f) => mayChangeCached(f.text)).map((f) => f.name)).toEqual([]);
    const { rows: cascades } = await owner.query(
      `
        select conname
        from pg_constraint
        where contype = 'f'
          and conrelid::regclass::text = any($1)
          and (confdeltype in ('c', 'n', 'd') or confupdtype in ('c', 'n', 'd'))
      `,
      [names],
    );
    expect(cascades).toEqual([]);
    const { rows: views } = await owner.query<{ name: string; text: string }>(
      `
        select relname as name, pg_get_viewdef(oid) as text
        from pg_class
        where relkind in ('v', 'm')
          and relnamespace = 'public'::regnamespace
          and has_table_privilege('levee_app', oid, 'insert, update, delete')
      `,
    );
    expect(
      views
        .filter((v) => names.some((table) => new RegExp(`\\b${table}\\b`).test(v.text)))
        .map((v) => v.name),
    ).toEqual([]);
    const { rows: triggers } = await owner.query<{ table: string; name: string }>(
      `
        select tgrelid::regclass::text as table, tgname as name
        from pg_trigger
        where not tgisinternal and tgname like 'kept%'
        order by 1, 2
      `,
    );
    expect(triggers).toEqual(
      [...watchedTables].sort().flatMap((table) =>
        ["kept_deleted", "kept_inserted", "kept_truncated", "kept_updated"].map((name) => ({
          table,
          name,
        })),
      ),
    );
  });
});
