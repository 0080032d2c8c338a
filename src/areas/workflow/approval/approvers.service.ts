import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import type { Db } from "#server/db/db.ts";
import { cached, cacheClock } from "#server/db/cache.ts";
import { sql } from "#server/db/sql.ts";
import type { ApproverRule } from "../policy/policy.model.ts";

type Member = { personId: string; departmentId: string | null };
/** A member with the grants of roles that had not expired when they were read, the newest first. */
type Granted = Member & { grants: Grant[] };
export type Grant = { role: string; until: string | null };
/** A duty that had not ended when it was read, with its end. */
export type HeldDuty = { duty: Duty; until: string | null };

/**
 * The role of the newest grant (they come newest first) that has not expired at `now`
 * (milliseconds); without one it is user.
 */
export const roleNow = (grants: readonly Grant[], now: number): Role =>
  (grants.find((g) => g.until === null || Date.parse(g.until) > now)?.role ?? "user") as Role;

const isOver = (until: string | null, now: number) => until !== null && Date.parse(until) <= now;

/** The duties that have not ended at `now` (milliseconds). */
export const dutiesNow = (duties: readonly HeldDuty[], now: number): Duty[] =>
  duties.filter(({ until }) => !isOver(until, now)).map(({ duty }) => duty);

const from = ["organization_member", "user_role", "member_duty"] as const;
const named = cached({
  name: "approver",
  from,
  read: (db: Db, personId): Promise<readonly Member[]> =>
    db.rows<Member>(sql`
      select m.person_id, m.department_id
      from organization_member m
      where m.org_id = ${db.scope.orgId} and m.active and m.person_id = ${personId}
    `),
});
const everOnDuty = cached({
  name: "people on duty",
  from,
  read: (db: Db, duty): Promise<readonly (Member & { until: string | null })[]> =>
    db.rows<Member & { until: string | null }>(sql`
      select m.person_id, m.department_id, u.expires_at as until
      from organization_member m
      join member_duty u on u.org_id = m.org_id and u.person_id = m.person_id
      where m.org_id = ${db.scope.orgId}
        and m.active
        and u.duty = ${duty}
        and (u.expires_at is null or u.expires_at > clock_timestamp())
      order by m.person_id
    `),
});
/** The active members whose duty has not ended. */
const onDuty = async (db: Db, duty: Duty): Promise<readonly Member[]> => {
  const people = await everOnDuty(db, duty);
  const now = cacheClock(db) ?? 0;
  return people.filter(({ until }) => !isOver(until, now));
};

// Those who have the role or will have it once newer grants expire; everybody is a user at last.
const granted = cached({
  name: "people of a role",
  from,
  read: (db: Db, role): Promise<readonly Granted[]> =>
    db.rows<Granted>(sql`
      select
        m.person_id, m.department_id,
        coalesce(
          jsonb_agg(jsonb_build_object(
            'role', r.role, 'until', r.expires_at
          ) order by r.granted_at desc) filter (where r.id is not null),
          '[]'
        ) as grants
      from organization_member m
      left join user_role r
        on r.org_id = m.org_id
        and r.person_id = m.person_id
        and (r.expires_at is null or r.expires_at > clock_timestamp())
      where m.org_id = ${db.scope.orgId} and m.active
      group by m.org_id, m.person_id
      having ${role} = 'user' or bool_or(r.role = ${role})
      order by m.person_id
    `),
});

/** The active members whose newest grant that has not expired is this role. */
const withRole = async (db: Db, role: Role): Promise<readonly Granted[]> => {
  const people = await granted(db, role);
  const now = cacheClock(db) ?? 0;
  return people.filter(({ grants }) => roleNow(grants, now) === role);
};

const idsOf = (people: readonly Member[]) => people.map((p) => p.personId);

/** The active members whom a rule names, in the department where the rule asks for it. */
export const peopleOf = async (
  db: Db,
  rule: ApproverRule,
  departmentId: string | null,
): Promise<string[]> => {
  switch (rule.kind) {
    case "person":
      return idsOf(await named(db, rule.personId));
    case "role":
      return idsOf(await withRole(db, rule.role));
    case "duty":
      return idsOf(await onDuty(db, rule.duty));
    case "departmentRole":
      return idsOf(
        (await withRole(db, rule.role)).filter(
          (m) => m.departmentId !== null && m.departmentId === departmentId?.toLowerCase(),
        ),
      );
  }
};

/**
 * Who decides a step: everyone the rules name except `but`, the requester and whoever else had a
 * hand in the document. Where nobody is left
 * (vacant, or only they), the escalation rule is asked, then the administrators; never nobody,
 * never an automatic yes.
 */
export const assigneesOf = async (
  db: Db,
  rules: readonly ApproverRule[],
  escalateTo: ApproverRule | null,
  departmentId: string | null,
  but: readonly (string | null)[],
): Promise<{ people: string[]; vacant: boolean }> => {
  const without = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !but.includes(id));
  const named = without(
    (await Promise.all(rules.map((r) => peopleOf(db, r, departmentId)))).flat(),
  );
  if (named.length) return { people: named, vacant: false };
  const next = escalateTo ? without(await peopleOf(db, escalateTo, departmentId)) : [];
  if (next.length) return { people: next, vacant: true };
  return {
    people: without(await peopleOf(db, { kind: "role", role: "admin" }, null)),
    vacant: true,
  };
};
