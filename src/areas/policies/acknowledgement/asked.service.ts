import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import {
  membersNamed,
  membersOf,
  notify,
  peopleOnDuty,
} from "#areas/organization/organization.server.ts";
import type { Duty } from "#roles.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { agencyPolicy, policyAcknowledgement } from "../policies.tables.ts";
import type { PolicyRecord } from "../policy/policy.noun.ts";

/** So many days whoever came later has to confirm at least. */
export const daysForNewcomers = 14;

/** Who is to confirm a version now: active members, as it says. */
const peopleAsked = async (db: Db, row: PolicyRecord): Promise<string[]> => {
  if (row.status !== "published" || row.ackOf === "nobody") return [];
  if (row.ackOf === "duty") return peopleOnDuty(db, row.ackDuty as Duty);
  return membersOf(db, row.ackOf === "department" ? row.ackDepartmentId : null);
};

/**
 * Asks whoever is to confirm a version and was not asked yet, each told once, and asks those no more
 * who left or do not belong to the group. What was confirmed stays.
 */
export const settleAsked = async (tx: Tx, row: PolicyRecord): Promise<void> => {
  const people = await peopleAsked(tx, row);
  await tx.rows(sql`
    delete from policy_acknowledgement
    where org_id = ${tx.scope.orgId}
      and policy_id = ${row.id}
      and confirmed_at is null
      and not (person_id = any(${people}::uuid[]))
  `);
  const before = await tx.rows<{ personId: string }>(sql`
    select person_id
    from policy_acknowledgement
    where org_id = ${tx.scope.orgId} and policy_id = ${row.id}
  `);
  const known = new Set(before.map(({ personId }) => personId));
  const fresh = await membersNamed(tx, { ids: people.filter((id) => !known.has(id)) });
  if (fresh.length === 0) return;
  const later = addDays(businessDate(tx.scope), daysForNewcomers);
  const first = known.size === 0;
  const dueOn = first || row.ackBy! > later ? row.ackBy! : later;
  await insertRows(
    tx,
    policyAcknowledgement,
    fresh.map(({ id, name }) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      policyId: row.id,
      personId: id,
      person: name,
      dueOn,
    })),
  );
  notify(
    tx,
    fresh.map(({ id }) => id),
    {
      kind: "agencyPolicy",
      title: `Read and confirm: ${row.title}`,
      body: `Until ${formatDate(dueOn)}.`,
      link: `/certifications-policies/policies/${row.id}`,
    },
  );
};

/**
 * Confirms that the actor read the version that holds: once, theirs alone. 404; 409 `not_asked`,
 * `confirmed_already`, `not_in_force` for a version that does not hold any more.
 */
export const acknowledge = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const row = await lockRow(tx, agencyPolicy, id, "policy");
  if (row.publishedAt === null) throw notFound("policy");
  if (row.status !== "published")
    throw conflict("not_in_force", "This version does not hold any more: read the newest one.");
  const asked = await tx.maybe<{ id: string; confirmedAt: Instant | null }>(sql`
    select id, confirmed_at
    from policy_acknowledgement
    where org_id = ${tx.scope.orgId} and policy_id = ${id} and person_id = ${actor.personId}
    for update
  `);
  if (!asked) throw conflict("not_asked", "You are not asked to confirm this policy.");
  if (asked.confirmedAt) throw conflict("confirmed_already", "You confirmed this version before.");
  const at = businessNow(tx.scope).toISOString();
  await tx.rows(sql`
    update policy_acknowledgement
    set confirmed_at = ${at}
    where org_id = ${tx.scope.orgId} and id = ${asked.id}
  `);
  note(tx, actor, "agencyPolicy", row, {
    action: "acknowledge",
    after: { versionNo: row.versionNo, confirmedAt: at },
  });
  return { id };
};

type Waiting = { id: string; personId: string; policyId: string; title: string; dueOn: Day };

const remind = async (tx: Tx, today: Day): Promise<void> => {
  const late = await tx.rows<Waiting & { ownerId: string }>(sql`
    select a.id, a.person_id, a.policy_id, p.title, a.due_on, p.owner_id
    from policy_acknowledgement a
    join agency_policy p on p.org_id = a.org_id and p.id = a.policy_id
    where a.org_id = ${tx.scope.orgId}
      and p.status = 'published'
      and a.confirmed_at is null
      and a.reminded_at is null
      and a.due_on < ${today}
    order by a.policy_id, a.id
    limit 5000
    for update of a
  `);
  await tx.rows(sql`
    update policy_acknowledgement
    set reminded_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = any(${late.map(({ id }) => id)}::uuid[])
  `);
  for (const policyId of new Set(late.map((one) => one.policyId))) {
    const of = late.filter((one) => one.policyId === policyId);
    const { title, ownerId } = of[0]!;
    const link = `/certifications-policies/policies/${policyId}`;
    notify(
      tx,
      of.map(({ personId }) => personId),
      { kind: "agencyPolicy", title: `Still to be confirmed: ${title}`, body: "", link },
    );
    notify(tx, [ownerId], {
      kind: "agencyPolicy",
      title: `${counted(of.length, "person has", "people have")} not confirmed ${title}`,
      body: "The list stands on its page.",
      link,
    });
  }
};

/** Asks whoever came since, and reminds once of what was not confirmed by its day, with its owner. */
export const keepAsked = async (tx: Tx): Promise<void> => {
  const held = await tx.rows<PolicyRecord>(sql`
    select *
    from agency_policy
    where org_id = ${tx.scope.orgId} and status = 'published' and ack_of <> 'nobody'
    order by id
  `);
  for (const row of held) await settleAsked(tx, row);
  await remind(tx, businessDate(tx.scope));
};

/** The actor of the agency's morning. */
export const morningActor = (orgId: string): Actor =>
  systemActor(orgId, undefined, "Policies of the agency");
