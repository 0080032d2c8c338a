import type { Database, Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

/** The ids of all agencies on this server that are not being deleted; for work that runs by the clock in each of them. */
export const organizationIds = async (database: Database): Promise<string[]> =>
  (
    await identityDb(database).rows<{ id: string }>(
      sql`select id from organization where levee_agency_state(id) <> 'deleted' order by id`,
    )
  ).map((r) => r.id);

/** Names of agencies by id, as far as `db` shows them: on the public's side those that publish. */
export const agencyNames = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.rows<{ id: string; name: string }>(
        sql`select id, name from organization where id = any (${[...new Set(ids)]}::uuid[])`,
      )
    ).map(({ id, name }) => [id, name]),
  );

/** The agencies that a person works for, by name. */
export const membershipsOf = (
  db: Db,
  personId: string,
): Promise<{ orgId: string; name: string }[]> =>
  db.rows(sql`
    select m.org_id, o.name
    from organization_member m
    join organization o on o.id = m.org_id
    where m.person_id = ${personId} and m.active
    order by o.name, m.org_id
  `);

/** The agency of a short name, as it stands in addresses; null for none. */
export const agencyOfSlug = (
  database: Database,
  slug: string,
): Promise<{ id: string; name: string } | null> =>
  identityDb(database).maybe(sql`select id, name from organization where slug = ${slug}`);

export type Agency = { id: string; name: string; currency: string; timeZone: string };
/** Agencies by name, as everybody may read them: also for what is published and for vendors. */
export const agenciesNamed = (db: Db): Promise<Agency[]> =>
  db.rows<Agency>(sql`select id, name, currency, time_zone from organization`);

/** The address of an agency as its letters name it; empty where none is kept. */
export const agencyAddress = async (database: Database, id: string): Promise<string> =>
  (
    await identityDb(database).maybe<{ address: string }>(sql`
      select coalesce(settings->>'address', '') as address
      from organization
      where id = ${id}
    `)
  )?.address ?? "";
