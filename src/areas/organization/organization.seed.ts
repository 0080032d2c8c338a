import type { Actor } from "#kernel/access.ts";
import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  carverCountyId,
  carverDepartments,
  carverMembers,
  type DemoMember,
  demoPersonId,
  northforkAdmin,
  northforkId,
} from "#areas/identity/identity.public.ts";

type SeedMember = {
  personId: string;
  title: string;
  role: Role;
  duties: readonly Duty[];
  department: string;
};
export type SeedOrganization = {
  organization: {
    id: string;
    name: string;
    slug: string;
    timeZone: string;
    fiscalYearStartMonth: number;
    mailDomain: string;
    /** As letters and orders name it. */
    address?: string;
    phone?: string;
  };
  departments: readonly { id: string; code: string; name: string }[];
  members: readonly SeedMember[];
};

const seedMember = async (tx: Tx, orgId: string, m: SeedMember) => {
  await tx.rows(sql`
    insert into organization_member (org_id, person_id, source, department_id, title)
    values (
      ${orgId}, ${m.personId}, 'opening',
      (select id from department where org_id = ${orgId} and code = ${m.department}), ${m.title}
    )
    on conflict
    do nothing
  `);
  await tx.rows(sql`
    insert into user_role (org_id, id, person_id, role, source)
    select ${orgId}::uuid, ${newId()}::uuid, ${m.personId}::uuid, ${m.role}, 'opening'
    where not exists (select 1 from user_role where org_id = ${orgId} and person_id = ${m.personId})
  `);
  for (const duty of m.duties)
    await tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, source)
      values (${orgId}, ${m.personId}, ${duty}, 'opening')
      on conflict
      do nothing
    `);
};

/** Creates an agency with departments and members; leaves what exists alone. */
export const seedOrganization = (database: Database, seed: SeedOrganization): Promise<void> =>
  database.transaction({ orgId: seed.organization.id, personId: null }, async (tx) => {
    const o = seed.organization;
    await tx.rows(sql`
      insert into organization (
        id, name, slug, time_zone, fiscal_year_start_month, mail_domain, settings
      )
      values (
        ${o.id}, ${o.name}, ${o.slug}, ${o.timeZone}, ${o.fiscalYearStartMonth}, ${o.mailDomain},
        ${JSON.stringify({ address: o.address, phone: o.phone })}
      )
      on conflict (id)
      do nothing
    `);
    const has = await tx.maybe(sql`select id from department where org_id = ${o.id} limit 1`);
    if (!has)
      for (const d of seed.departments)
        await tx.rows(sql`
          insert into department (org_id, id, code, name)
          values (${o.id}, ${d.id}, ${d.code}, ${d.name})
        `);
    for (const m of seed.members) await seedMember(tx, o.id, m);
  });

const withId = (m: DemoMember): SeedMember => ({ ...m, personId: demoPersonId(m.email) });

/**
 * Members of the first demo agency who came so many days ago; again: nothing. The people must exist.
 */
export const seedLaterMembers = (
  database: Database,
  members: readonly DemoMember[],
  daysAgo: number,
): Promise<void> =>
  database.transaction({ orgId: carverCountyId, personId: null }, async (tx) => {
    for (const m of members.map(withId)) {
      await seedMember(tx, carverCountyId, m);
      await tx.rows(sql`
        update organization_member
        set created_at = clock_timestamp() - make_interval(days => ${daysAgo})
        where org_id = ${carverCountyId} and person_id = ${m.personId}
      `);
    }
  });

/** The two demo agencies; may run again. The people must exist (`seedIdentity`). */
export const seedAgencies = async (app: App): Promise<void> => {
  await seedOrganization(app.database, {
    organization: {
      id: carverCountyId,
      name: "Carver County",
      slug: "carver-county",
      timeZone: "America/Chicago",
      fiscalYearStartMonth: 10,
      mailDomain: "demo.levee.test",
      address: "400 Mill Street, Chaska, MN 55318",
      phone: "+1 952 555 0100",
    },
    departments: carverDepartments,
    members: carverMembers.map(withId),
  });
  await seedOrganization(app.database, {
    organization: {
      id: northforkId,
      name: "City of Northfork",
      slug: "city-of-northfork",
      timeZone: "America/Denver",
      fiscalYearStartMonth: 7,
      mailDomain: "second.levee.test",
    },
    departments: [{ id: newId(), code: "CTY", name: "City Hall" }],
    members: [withId(northforkAdmin)],
  });
};

/** What this person of the demo story was told of such things is old news. */
export const readNoticesBy = (
  app: Pick<App, "database">,
  actor: Pick<Actor, "orgId" | "personId">,
  kinds: readonly string[],
): Promise<unknown> =>
  app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update notification
      set read_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and person_id = ${actor.personId}
        and kind = any(${kinds}::text[])
        and read_at is null
    `),
  );

/** Notices of a person with this title are read: what they asked for is done. */
export const readNoticeTitled = (
  app: Pick<App, "database">,
  actor: Pick<Actor, "orgId" | "personId">,
  title: string,
): Promise<unknown> =>
  app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update notification
      set read_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and person_id = ${actor.personId}
        and title = ${title}
        and read_at is null
    `),
  );

/** What people of the demo story were told of such things is old news to them. */
export const readNoticesOf = async (
  app: Pick<App, "database">,
  orgId: string,
  kinds: readonly string[],
): Promise<void> => {
  // Notices are their addressee's alone: each person reads their own.
  const people = await app.database.read({ orgId, personId: null }).rows<{ personId: string }>(sql`
    select person_id
    from organization_member
    where org_id = ${orgId}
  `);
  for (const { personId } of people) await readNoticesBy(app, { orgId, personId }, kinds);
};

/** All notices of a person are read but the newest `leave`. */
export const readNoticesBut = (
  app: Pick<App, "database">,
  actor: Actor,
  leave: number,
): Promise<unknown> =>
  app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update notification
      set read_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and person_id = ${actor.personId}
        and read_at is null
        and id not in (
          select id
          from notification
          where org_id = ${actor.orgId} and person_id = ${actor.personId}
          order by id desc
          limit ${leave}
        )
    `),
  );

/** What an agency of a demo shows on the public pages, unless it chose already (`keep`). */
export const publishFor = (
  tx: Tx,
  orgId: string,
  publish: Readonly<Record<string, boolean>>,
  keep = false,
): Promise<unknown> =>
  tx.rows(sql`
    update organization
    set settings = settings || ${JSON.stringify({ publish })}::jsonb
    where id = ${orgId} and not (${keep} and settings ? 'publish')
  `);
