import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { sentence } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { tellChanged } from "../member/changed.service.ts";
import { memberById } from "../member/member.service.ts";
import type { MemberRow } from "../member/member.model.ts";
import { notify } from "../notification/notification.service.ts";
import { accessGrant } from "../organization.tables.ts";
import { giveAccess } from "./ask.service.ts";
import { grantInWords } from "./grant.labels.ts";
import type { GrantList, GrantRow } from "./grant.model.ts";
import { actsAlone, holdsNow } from "./standing.service.ts";
import { lacks } from "#server/lacking.ts";

/** Decided ones leave the list after so many days; those that one person granted alone stay. */
const shownDays = 30;

const rows = (db: Db, actor: Actor, id: string | null) => {
  const confirms = actor.permissions.has("member.confirm");
  return db.rows<GrantRow>(sql`
    select
      g.id, g.person_id, p.display_name as person_name, g.role, g.role_expires_at, g.duties,
      g.duty_ends, g.why, g.lifts_read_only, g.status, g.asked_by, a.display_name as asked_by_name,
      d.display_name as decided_by_name, g.decided_at, g.reason, g.created_at, g.version,
      ${confirms} and g.status = 'waiting' and ${actor.personId}::uuid not in (
        g.asked_by, g.person_id
      ) as may_confirm,
      g.status = 'waiting' and g.asked_by = ${actor.personId}::uuid as may_withdraw
    from access_grant g
    join person p on p.id = g.person_id
    left join person a on a.id = g.asked_by
    left join person d on d.id = g.decided_by
    where g.org_id = ${db.scope.orgId}
      and (${id}::uuid is null or g.id = ${id}::uuid)
      and (
        g.status in ('waiting', 'alone')
        or g.created_at > clock_timestamp() - make_interval(days => ${shownDays})
      )
    order by g.status <> 'waiting', g.created_at desc, g.id desc
    limit 200
  `);
};

/** What waits for a second person, what was decided lately, and what was granted alone. */
export const listGrants = async (db: Db, actor: Actor): Promise<GrantList> => {
  const [items, alone] = await Promise.all([
    rows(db, actor, null),
    actor.permissions.has("member.edit") ? actsAlone(db, actor.personId, null) : false,
  ]);
  return { items, alone };
};

export type Decision = "confirm" | "decline" | "withdraw";
const outcomes = { confirm: "confirmed", decline: "declined", withdraw: "withdrawn" } as const;
type Stored = Awaited<ReturnType<typeof lockRow<typeof accessGrant>>>;

const assertSecond = async (tx: Tx, actor: Actor, grant: Stored) => {
  if (grant.askedBy === actor.personId)
    throw notAllowed("You asked for it: another administrator or officer decides.", "own_request");
  if (grant.personId === actor.personId)
    throw notAllowed("It is your own access: another person decides.", "own_access");
  if (!(await holdsNow(tx, actor.personId!, "member.confirm"))) throw lacks(["member.confirm"]);
};

const assertStillGood = async (tx: Tx, grant: Stored, person: MemberRow) => {
  if (!(await holdsNow(tx, grant.askedBy, "member.edit")))
    throw conflict(
      "asker_left",
      "Whoever asked for it may no longer grant access. Decline it; an administrator can ask anew.",
    );
  if (!person.active) throw conflict("member_left", `${person.name} is switched off. Decline it.`);
  if (grant.roleExpiresAt && Date.parse(grant.roleExpiresAt) <= databaseMs())
    throw conflict("role_over", "The end of that role has passed. Decline it and ask anew.");
  if (Object.values(grant.dutyEnds).some((end) => end && Date.parse(end) <= databaseMs()))
    throw conflict("duty_over", "The end of that duty has passed. Decline it and ask anew.");
};

const tell = (tx: Tx, actor: Actor, grant: Stored, person: MemberRow, reason: string | null) => {
  const verb = { confirmed: "confirmed", declined: "declined" }[grant.status as string];
  if (!verb) return;
  notify(
    tx,
    [grant.askedBy, grant.personId].filter((id) => id !== actor.personId),
    {
      kind: "access.decided",
      title: `${actor.name} ${verb} access of ${person.name}: ${grantInWords(grant)}`,
      body: reason ? sentence(reason) : "",
      link: "/team",
    },
  );
};

/**
 * Confirms, declines or takes back what waits. All changes of power in one agency wait for each
 * other: of two confirmations the second finds it decided, and who was demoted meanwhile decides
 * nothing.
 * @throws Problem 403 `own_request` | `own_access`, 404, 409 `decided` | `asker_left` |
 * `member_left` | `role_over` | `duty_over`, 412.
 */
export const decideGrant = async (
  tx: Tx,
  actor: Actor,
  id: string,
  decision: Decision,
  over: { reason: string | null; version: number | null },
): Promise<GrantRow> => {
  await tx.rows(sql`select id from organization where id = ${actor.orgId} for update`);
  const grant = await lockRow(tx, accessGrant, id, "request for access");
  if (grant.status !== "waiting") throw conflict("decided", "This was decided before.");
  requireVersion(grant.version, over.version);
  const person = await memberById(tx, grant.personId);
  if (decision === "withdraw") {
    if (grant.askedBy !== actor.personId)
      throw notAllowed("Whoever asked for it takes it back. You can decline it.", "not_yours");
  } else await assertSecond(tx, actor, grant);
  if (decision === "confirm") {
    await assertStillGood(tx, grant, person);
    await giveAccess(tx, grant.personId, grant, grant.askedBy);
    await tx.rows(sql`
      update organization_member
      set version = version + 1, updated_at = clock_timestamp()
      where org_id = ${actor.orgId} and person_id = ${grant.personId}
    `);
  }
  await tx.rows(sql`
    update access_grant
    set
      status = ${outcomes[decision]}, decided_by = ${actor.personId},
      decided_at = clock_timestamp(), reason = ${over.reason}, version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${id}
  `);
  note(tx, actor, "member", grant.personId, {
    number: person.email,
    action: `accessGrant.${decision}`,
    before: decision === "confirm" ? person : null,
    after: decision === "confirm" ? await memberById(tx, grant.personId) : null,
    note: [`${grantInWords(grant)}.`, over.reason].filter(Boolean).join(" "),
    event: null,
  });
  if (decision === "confirm") await tellChanged(tx, actor, grant.personId);
  announce(tx, actor.orgId!, `accessGrant.${decision}`, id);
  tell(tx, actor, { ...grant, status: outcomes[decision] }, person, over.reason);
  return (await rows(tx, actor, id))[0]!;
};
