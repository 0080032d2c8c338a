import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { newestApproval } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import type { ToAcknowledge } from "../acknowledgement/acknowledgement.model.ts";
import { agencyPolicy } from "../policies.tables.ts";
import type { PolicyDetail, PolicyStanding } from "./policy.model.ts";
import { policyNoun, seesPolicy, type PolicyRecord } from "./policy.noun.ts";

type Version = PolicyDetail["versions"][number];

const versionsOf = (db: Db, actor: Actor, policyId: string): Promise<Version[]> =>
  db.rows<Version>(sql`
    select id, version_no, status, published_at, changes
    from agency_policy
    where org_id = ${db.scope.orgId}
      and policy_id = ${policyId}
      and (${actor.permissions.has("agencyPolicy.edit")} or published_at is not null)
    order by version_no desc
    limit 200
  `);

type Asked = { asked: number; confirmed: number };

const askedOf = (db: Db, id: string): Promise<Asked> =>
  db.one<Asked>(sql`
    select count(*)::int as asked, count(confirmed_at)::int as confirmed
    from policy_acknowledgement
    where org_id = ${db.scope.orgId} and policy_id = ${id}
  `);

const ownOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<{ dueOn: Day; confirmedAt: Instant | null }>(sql`
    select due_on, confirmed_at
    from policy_acknowledgement
    where org_id = ${db.scope.orgId} and policy_id = ${id} and person_id = ${actor.personId}
  `);

const headOf = (row: PolicyRecord) => {
  const { id, number, versionNo, title, owner, reviewOn, publishedAt, version } = row;
  const { policyId, summary, body, changes, ownerId, retiredAt, approvedAt } = row;
  const { ackOf, ackDepartmentId, ackDuty, ackBy } = row;
  return {
    ...{ id, number, versionNo, title, owner, reviewOn, publishedAt, version },
    ...{ policyId, summary, body, changes, ownerId, retiredAt, approvedAt },
    ...{ ackOf, ackDepartmentId, ackDuty, ackBy },
    kind: row.kind as PolicyDetail["kind"],
    status: row.status as PolicyDetail["status"],
  };
};

/** A version with its other versions, where the reader stands with it, and what they may do. 404. */
export const readPolicy = async (db: Db, actor: Actor, id: string): Promise<PolicyDetail> => {
  const row = await getRow(db, agencyPolicy, id, "policy");
  if (!seesPolicy(actor, row)) throw notFound("policy");
  const edits = actor.permissions.has("agencyPolicy.edit");
  const [versions, asked, mine, file, people, approval, actions] = await Promise.all([
    versionsOf(db, actor, row.policyId),
    askedOf(db, id),
    ownOf(db, actor, id),
    row.fileId ? storedFileOf(db, row.orgId, row.fileId) : null,
    namesOf(db, [row.approvedBy]),
    edits ? newestApproval(db, id) : null,
    actionsAsked(db, actor, policyNoun, row),
  ]);
  return {
    ...headOf(row),
    file: file && { id: row.fileId!, name: file.name, size: file.size },
    ...asked,
    approvedBy: (row.approvedBy && people.get(row.approvedBy)) || null,
    approvalId: approval?.id ?? null,
    versions,
    mine,
    actions,
  };
};

/** What the actor is to confirm, the nearest day first. */
export const waitingForMe = (db: Db, actor: Actor): Promise<ToAcknowledge[]> =>
  db.rows<ToAcknowledge>(sql`
    select p.id, p.title, p.version_no, p.summary, a.due_on
    from policy_acknowledgement a
    join agency_policy p on p.org_id = a.org_id and p.id = a.policy_id
    where a.org_id = ${db.scope.orgId}
      and a.person_id = ${actor.personId}
      and a.confirmed_at is null
      and p.status = 'published'
    order by a.due_on, p.title
    limit 100
  `);

/** So many days ahead a certificate's end is told first. */
const endingWithin = 60;

/** How policies and certificates of the agency stand today. */
export const standingOfPolicies = (db: Db): Promise<PolicyStanding> => {
  const today = businessDate(db.scope);
  return db.one<PolicyStanding>(sql`
    select
      (
        select count(*)::int
        from agency_policy
        where org_id = ${db.scope.orgId} and status = 'published' and review_on <= ${today}
      ) as reviews_due,
      (
        select count(*)::int
        from agency_policy
        where org_id = ${db.scope.orgId} and status = 'in_review'
      ) as in_review,
      (
        select count(*)::int
        from policy_acknowledgement a
        join agency_policy p on p.org_id = a.org_id and p.id = a.policy_id
        where a.org_id = ${db.scope.orgId} and p.status = 'published' and a.confirmed_at is null
      ) as waiting,
      (
        select count(*)::int
        from policy_acknowledgement a
        join agency_policy p on p.org_id = a.org_id and p.id = a.policy_id
        where a.org_id = ${db.scope.orgId}
          and p.status = 'published'
          and a.confirmed_at is null
          and a.due_on < ${today}
      ) as late,
      (
        select count(*)::int
        from agency_certificate
        where org_id = ${db.scope.orgId}
          and status = 'published'
          and valid_until between ${today} and ${addDays(today, endingWithin)}
      ) as ending
  `);
};
