import type { Role } from "#kernel/access.ts";
import { permissions, permissionsOf, type Duty } from "#roles.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cached, cacheClock } from "#server/db/cache.ts";
import { sql } from "#server/db/sql.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { dutiesNow, roleNow, type Grant, type HeldDuty } from "../approval/approvers.service.ts";
import { behalfWords } from "../approval/inbox.labels.ts";
import { decidingPermissions, policyTypes, type ApprovableType } from "../policy/policy.labels.ts";
import { allTypes, longestPath, reachedAt, type Link } from "./chain.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

type Stored = Omit<Link, "from" | "until" | "may"> & {
  startsAt: string;
  endsAt: string;
  active: boolean;
  grants: Grant[];
  duties: HeldDuty[];
};

const open = cached({
  name: "delegations",
  from: ["approval_delegation", "organization_member", "user_role", "member_duty"],
  read: (db: Db): Promise<readonly Stored[]> =>
    db.rows<Stored>(sql`
      select
        d.from_person_id as from_id, d.to_person_id as to_id, d.starts_at, d.ends_at,
        d.document_types as types, coalesce(m.active, false) as active,
        coalesce(
          (
            select jsonb_agg(
                jsonb_build_object(
                  'role', r.role, 'until', r.expires_at
                ) order by r.granted_at desc,
                r.id desc
              )
            from user_role r
            where r.org_id = d.org_id and r.person_id = d.to_person_id
          ),
          '[]'
        ) as grants,
        coalesce(
          (
            select jsonb_agg(jsonb_build_object('duty', u.duty, 'until', u.expires_at))
            from member_duty u
            where u.org_id = d.org_id and u.person_id = d.to_person_id
          ),
          '[]'
        ) as duties
      from approval_delegation d
      left join organization_member m on m.org_id = d.org_id and m.person_id = d.to_person_id
      where d.org_id = ${db.scope.orgId} and d.revoked_at is null and d.ends_at > clock_timestamp()
      order by d.starts_at, d.id
    `),
});

/**
 * The types of documents that a member with this role and these duties may decide for somebody
 * else.
 */
export const typesFor = (role: Role, duties: readonly Duty[]): ApprovableType[] => {
  const held = permissionsOf(role, duties);
  return allTypes.filter((type) => held.has(decidingPermissions[type]));
};

/** The agency's delegations that were not ended and end in the future. */
export const linksOf = async (db: Db): Promise<Link[]> => {
  const now = cacheClock(db) ?? databaseMs();
  return (await open(db)).map(({ startsAt, endsAt, active, grants, duties, ...link }) => ({
    ...link,
    from: Date.parse(startsAt),
    until: Date.parse(endsAt),
    may: active ? typesFor(roleNow(grants, now), dutiesNow(duties, now)) : [],
  }));
};

/** The names of people by id. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db.rows<{ id: string; name: string }>(sql`
            select id, display_name as name
            from person
            where id = any(${[...new Set(ids)]}::uuid[])
          `)
        ).map((p) => [p.id, p.name]),
  );

/**
 * Tells people that a document waits for them, and of whoever of them is away, whom their approvals
 * reach now: each once, and in whose name. `but`: who must not decide it.
 */
export const notifyReached = async (
  tx: Tx,
  people: readonly string[],
  { type, but }: { type: ApprovableType; but: readonly (string | null)[] },
  notice: { kind: string; title: string; body: string; link: string; answersTo?: string | null },
): Promise<void> => {
  notify(tx, people, notice);
  const links = await linksOf(tx);
  const now = businessNow(tx.scope).getTime();
  const paths =
    links.length === 0
      ? []
      : people
          .flatMap((person) => reachedAt(links, person, type, now, but))
          .filter(
            (path, at, all) =>
              !people.includes(path.at(-1)!) &&
              all.findIndex((other) => other.at(-1) === path.at(-1)) === at,
          );
  if (paths.length === 0) return;
  const names = await namesOf(tx, paths.flat());
  for (const path of paths)
    notify(tx, [path.at(-1)!], {
      ...notice,
      body: `${notice.body} · ${behalfWords(
        path
          .slice(0, -1)
          .toReversed()
          .map((id) => names.get(id) ?? "a former member"),
      )}`,
    });
};

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");
const holds = Object.entries(decidingPermissions)
  .map(([type, permission]) => {
    const holders = permissions[permission as keyof typeof permissions];
    return `when '${type}' then array[${quoted(holders)}]`;
  })
  .join(" ");
const typesWithPermission = Object.entries(decidingPermissions)
  .filter(([type]) => type in policyTypes)
  .map((pair) => `(${quoted(pair)})`)
  .join(", ");
const current = (now: string) =>
  `d.revoked_at is null and ${now} >= d.starts_at and ${now} < d.ends_at`;

const roleOf = (person: string) => `
  coalesce(
    (
      select r.role
      from user_role r
      where r.org_id = d.org_id
        and r.person_id = ${person}
        and (r.expires_at is null or r.expires_at > clock_timestamp())
      order by r.granted_at desc, r.id desc
      limit 1
    ),
    'user'
  )
`;
// Whether a person may decide the type of document themselves.
const mayDecide = (person: string) => `
  not exists (
    select 1
    from member_duty u
    where u.org_id = d.org_id
      and u.person_id = ${person}
      and u.duty = 'read_only'
      and (u.expires_at is null or u.expires_at > clock_timestamp())
  )
  and (case c.document_type ${holds} end) && (
    array['member', ${roleOf(person)}]
    || array(
      select u.duty
      from member_duty u
      where u.org_id = d.org_id
        and u.person_id = ${person}
        and (u.expires_at is null or u.expires_at > clock_timestamp())
    )
  )
`;

/**
 * SQL of the approvals that reach $actor at an instant (SQL of a timestamptz): `giver`,
 * `document_type`, `via` (ids as text of those between, from the one who handed it to $actor on)
 * and `entitled` ($held has what deciding this type for others takes). Those between are members
 * who may decide it themselves; `reachedAt` tells the same from the giver's side.
 * Who reads it leaves out what comes through somebody who has a hand in the document.
 */
export const chainsTo = (now: string): string => `(
  with recursive chain as (
    select
      d.from_person_id as giver, t.document_type, array[]::text[] as via,
      t.permission = any($held) as entitled
    from approval_delegation d
    join (values ${typesWithPermission}) t(document_type, permission)
      on d.document_types = '[]' or d.document_types ? t.document_type
    where d.to_person_id = $actor and ${current(now)}
    union all
    select d.from_person_id, c.document_type, c.via || c.giver::text, c.entitled
    from chain c
    join approval_delegation d
      on d.to_person_id = c.giver
      and (d.document_types = '[]' or d.document_types ? c.document_type)
    join organization_member m on m.org_id = d.org_id and m.person_id = c.giver and m.active
    where c.entitled
      and cardinality(c.via) < ${longestPath - 2}
      and ${current(now)}
      and d.from_person_id <> $actor
      and not d.from_person_id::text = any(c.via)
      and ${mayDecide("c.giver")}
  )
  select * from chain
)`;
