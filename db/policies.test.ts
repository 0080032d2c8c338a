import { expect, test } from "vitest";
import { withOwner } from "./owner.ts";
import { globalTables } from "#server/db/scopes/global-tables.ts";

const db = withOwner();

type Table = { name: string; rls: boolean; forced: boolean; policies: number; hasOrg: boolean };
const tables = async (): Promise<Table[]> =>
  (
    await db.owner.query(`
      select
        c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
        exists (
          select 1
          from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum > 0 and not a.attisdropped
        ) as "hasOrg"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
      order by 1
    `)
  ).rows;

test("every table forces row security with a policy, and is an agency's or listed as global", async () => {
  const wrong = (await tables())
    .filter((x) => x.name !== "levee_migration")
    .flatMap((x) => {
      const faults = [];
      if (!x.rls || !x.forced) faults.push("row security not forced");
      if (x.policies === 0) faults.push("no policy");
      if (!x.hasOrg && !globalTables.includes(x.name))
        faults.push("no org_id and not listed in global-tables.ts");
      return faults.map((f) => `${x.name}: ${f}`);
    });
  expect(wrong).toEqual([]);
});

test("org_id is not null and leads every primary key, unique key and reference between agency tables", async () => {
  const { rows } = await db.owner.query(
    `
      select c.relname || '.' || k.conname as key
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where n.nspname = 'public'
        and k.contype in ('p', 'u', 'f')
        and not (a.attnum = any (k.conkey))
        and c.relname <> all ($1)
        and (
          k.contype <> 'f'
          or exists (
            select 1
            from pg_attribute f
            where f.attrelid = k.confrelid and f.attname = 'org_id' and not f.attisdropped
          )
        )
    `,
    [globalTables],
  );
  expect(rows.map((r) => r.key)).toEqual([]);
  const nullable = await db.owner.query(
    `
      select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where n.nspname = 'public' and c.relkind = 'r' and not a.attnotnull and c.relname <> all ($1)
    `,
    [globalTables],
  );
  expect(nullable.rows).toEqual([]);
});

test("the application's role owns nothing and cannot bypass row security", async () => {
  const { rows } = await db.owner.query(`
    select
      (
        select count(*)::int
        from pg_class c
        join pg_roles r on r.oid = c.relowner
        where r.rolname like 'levee\\_%' and r.rolname <> 'levee_owner'
      ) as owned,
      (
        select bool_or(rolbypassrls or rolsuper)
        from pg_roles
        where rolname in (
          'levee_app', 'levee_anon', 'levee_identity', 'levee_sequencer', 'levee_vendor'
        )
      ) as strong
  `);
  expect(rows[0]).toEqual({ owned: 0, strong: false });
});
