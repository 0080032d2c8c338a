import { z } from "zod";
import type { Db } from "../../db/db.ts";
import { rowsAs } from "../../db/read-as.ts";
import { ident, raw, sql } from "../../db/sql.ts";
import { globalTables } from "../../db/scopes/global-tables.ts";
import { declaredNouns, type DeclaredNoun } from "../../lifecycle.ts";
import type { Finding, Invariant } from "../checking.ts";
import { linkOf } from "./records.ts";

/**
 * Tables that do not keep agencies apart, one sentence each.
 * What only narrows, and the policies of the roles that take an agency out, copy or erase it, do not
 * count: every table has them, and they say nothing of who reads in the product.
 */
export const unguardedTables = async (db: Db): Promise<string[]> => {
  const tables = await db.rows<{
    name: string;
    forced: boolean;
    policies: number;
    hasOrg: boolean;
  }>(sql`
    select
      c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (
        select count(*)::int
        from pg_policy p
        where p.polrelid = c.oid
          and p.polpermissive
          and not p.polroles <@ array(
            select r.oid
            from pg_roles r
            where r.rolname in ('levee_taker', 'levee_deleter', 'levee_copier')
          )
      ) as policies,
      exists (
        select 1
        from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum > 0 and not a.attisdropped
      ) as has_org
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'levee_migration'
    order by 1
  `);
  return tables.flatMap(({ name, forced, policies, hasOrg }) => [
    ...(forced ? [] : [`${name}: row security is not forced.`]),
    ...(policies > 0 ? [] : [`${name}: no policy says whose rows they are.`]),
    ...(hasOrg || globalTables.includes(name)
      ? []
      : [`${name}: belongs to no agency and is not known as shared.`]),
  ]);
};

/** Tables of the agencies that have all of these columns. */
export const tablesWith = async (db: Db, columns: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ name: string }>(sql`
      select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname = any(${columns}::text[])
      group by 1
      having count(*) = ${columns.length}::int
      order by 1
    `)
  ).map(({ name }) => name);

export const policiesRule: Invariant = {
  name: "tables.policies",
  label: "Row security of every table",
  area: "server",
  what: "Every table forces row security with a policy, so that no agency reads another one's rows.",
  todo: "Stop the server and restore the policy (select levee_secure of the table), then look in the database's log for who changed it.",
  check: async ({ db }) =>
    (await unguardedTables(db)).map((sentence) => ({ sentence, link: null })),
};

const numberRow = z.object({ number: z.string() });
const inForceRow = z.object({ name: z.string(), versions: z.string() });
const statusRow = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  said: z.string(),
});

const counted = async (db: Db, tables: readonly string[]): Promise<Finding[]> => {
  if (tables.length === 0) return [];
  const every = raw(
    tables
      .map((name) => `select number::text as number from "${name}" where org_id = levee_org()`)
      .join("\nunion all\n"),
  );
  const holes = await rowsAs(
    db,
    numberRow,
    sql`
      with numbers as materialized (${every}),
      given as (
        select
          c.kind, c.year, n::int as n,
          concat_ws(
            '-', c.kind, nullif(c.year, 0), lpad(n::text, greatest(5, length(n::text)), '0')
          ) as number
        from record_counter c
        cross join lateral generate_series(1, c.last) n
        where c.org_id = ${db.scope.orgId}
          and c.kind in (select distinct split_part(x.number, '-', 1) from numbers x)
      )
      select g.number
      from given g
      left join numbers x on x.number = g.number
      where x.number is null
      order by g.kind, g.year, g.n
      limit 200
    `,
  );
  return holes.map(({ number }) => ({
    sentence: `${number} was given and no record bears it.`,
    link: null,
  }));
};

export const numbersRule: Invariant = {
  name: "numbers.gapless",
  label: "Numbers without holes",
  area: "server",
  what: "Every number that was given is borne by a record: none is missing between the first and the last.",
  todo: "A record was taken out of the database by hand. Restore it from a backup; its audit entries say what it was.",
  check: async ({ db }) => counted(db, await tablesWith(db, ["org_id", "id", "number"])),
};

export const definitionsRule: Invariant = {
  name: "definitions.inForce",
  label: "One version in force",
  area: "server",
  what: "Of every policy, form, template and workflow at most one version is in force.",
  todo: "Retire the version that should not be in force, on the screen of its kind.",
  check: async ({ db }) => {
    const found: Finding[] = [];
    const columns = ["org_id", "definition_id", "version_no", "published_at", "status", "name"];
    for (const table of await tablesWith(db, columns)) {
      const twice = await rowsAs(
        db,
        inForceRow,
        sql`
          select
            max(name) as name, string_agg(version_no::text, ' and ' order by version_no) as versions
          from ${ident(table)}
          where org_id = ${db.scope.orgId} and status = 'published'
          group by definition_id
          having count(*) > 1
          order by 1
          limit 50
        `,
      );
      for (const { name, versions } of twice)
        found.push({
          sentence: `“${name}” (${table}) has versions ${versions} in force at once.`,
          link: null,
        });
    }
    return found;
  },
};

// Steps of its parts stand in a record's history too (a certificate that was handed in): only what
// is a status of the record itself counts.
const lastStatus = (db: Db, { name, table, statuses }: DeclaredNoun) =>
  rowsAs(
    db,
    statusRow,
    sql`
      select r.id, h.object_number as number, r.status, h.said
      from ${ident(table)} r
      cross join lateral (
        select e.object_number, c ->> 'after' as said
        from audit_entry e
        cross join lateral jsonb_array_elements(e.content::jsonb -> 'changes') c
        where e.org_id = r.org_id
          and e.object_id = r.id
          and e.object_type = ${name}
          and c ->> 'field' = 'status'
          and c ->> 'after' = any(${statuses}::text[])
        order by e.id desc
        limit 1
      ) h
      where r.org_id = ${db.scope.orgId}
        and r.status is distinct from h.said
        and not exists (
          select 1
          from audit_entry x
          where x.org_id = r.org_id
            and x.object_id = r.id
            and x.object_type = ${name}
            and x.content is null
        )
      limit 100
    `,
  );

export const statusRule: Invariant = {
  name: "records.status",
  label: "Status as the history says",
  area: "server",
  what: "Every record stands where the last step of its audit history left it.",
  todo: "Somebody changed the record past the product. Compare the record with its history, and bring it back by the step that fits.",
  check: async ({ db, beat }) => {
    const found: Finding[] = [];
    const stepped = new Set(await tablesWith(db, ["org_id", "id", "status"]));
    const nouns = declaredNouns().filter(({ table }) => stepped.has(table));
    for (const [at, noun] of nouns.entries()) {
      await beat(at, nouns.length);
      const { name } = noun;
      for (const { id, number, status, said } of await lastStatus(db, noun))
        found.push({
          sentence: `${number ?? name} is ${status}; its history ends with ${said}.`,
          link: linkOf(name, id),
        });
    }
    return found;
  },
};
