import type { Db } from "../../../server/db/db.ts";
import { sql, type Sql } from "../../../server/db/sql.ts";
import type { ApproverRule } from "../policy/policy.model.ts";

const currentRole = sql`coalesce((select r.role from user_role r where r.org_id = m.org_id and r.person_id = m.person_id and (r.expires_at is null or r.expires_at > clock_timestamp()) order by r.granted_at desc limit 1), 'user')`;

const members = async (db: Db, condition: Sql): Promise<string[]> =>
  (await db.rows<{ personId: string }>(sql`select m.person_id from organization_member m where m.org_id = ${db.scope.orgId} and m.active and ${condition} order by m.person_id`)).map((r) => r.personId);

/** The active members whom a rule names, in the department where the rule asks for it. */
export const peopleOf = async (db: Db, rule: ApproverRule, departmentId: string | null): Promise<string[]> => {
  switch (rule.kind) {
    case "person":
      return members(db, sql`m.person_id = ${rule.personId}`);
    case "role":
      return members(db, sql`${currentRole} = ${rule.role}`);
    case "duty":
      return members(db, sql`exists (select 1 from member_duty u where u.org_id = m.org_id and u.person_id = m.person_id and u.duty = ${rule.duty})`);
    case "departmentRole":
      return members(db, sql`${currentRole} = ${rule.role} and m.department_id = ${departmentId}`);
  }
};

/**
 * Who decides a step: everyone the rules name except the requester. Where nobody is left (vacant, or only the requester), the escalation rule
 * is asked, then the administrators; never nobody, never an automatic yes.
 */
export const assigneesOf = async (db: Db, rules: readonly ApproverRule[], escalateTo: ApproverRule | null, departmentId: string | null, requesterId: string | null): Promise<{ people: string[]; vacant: boolean }> => {
  const without = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== requesterId);
  const named = without((await Promise.all(rules.map((r) => peopleOf(db, r, departmentId)))).flat());
  if (named.length) return { people: named, vacant: false };
  const next = escalateTo ? without(await peopleOf(db, escalateTo, departmentId)) : [];
  if (next.length) return { people: next, vacant: true };
  return { people: without(await members(db, sql`${currentRole} = 'admin'`)), vacant: true };
};
