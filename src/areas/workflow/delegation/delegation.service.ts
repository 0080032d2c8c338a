import type { z } from "zod";
import type { Actor, Duty, Role } from "../../../kernel/access.ts";
import { permissionsOf } from "../../../roles.ts";
import { conflict, invalidField, notAllowed } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { audit } from "../../../server/audit/audit.ts";
import type { Db, Tx } from "../../../server/db/db.ts";
import { insertRow, lockRow, updateRow } from "../../../server/db/rows.ts";
import { sql } from "../../../server/db/sql.ts";
import { requireVersion } from "../../../server/http/endpoint.ts";
import { notify } from "../../organization/organization.server.ts";
import type { Delegation, delegationInput } from "../approval/approval.model.ts";
import { approvableTypes, decidingPermissions } from "../policy/policy.labels.ts";
import { approvalDelegation } from "../workflow.tables.ts";

const columns = sql`d.id, f.display_name as from_name, d.from_person_id, t.display_name as to_name, d.to_person_id, d.starts_at, d.ends_at, d.document_types, d.note, d.revoked_at is null and clock_timestamp() >= d.starts_at and clock_timestamp() < d.ends_at as active, d.version`;
const from = sql`approval_delegation d join person f on f.id = d.from_person_id join person t on t.id = d.to_person_id`;

/** Delegations that end in the future: one's own given and received; administrators see all. */
export const listDelegations = (db: Db, actor: Actor): Promise<Delegation[]> =>
  db.rows<Delegation>(sql`select ${columns} from ${from} where d.org_id = ${actor.orgId} and d.revoked_at is null and d.ends_at > clock_timestamp()
    and (${actor.permissions.has("approval.policy")}::boolean or d.from_person_id = ${actor.personId} or d.to_person_id = ${actor.personId}) order by d.starts_at limit 200`);

/**
 * Hands one's approvals to another member between two instants. The delegate never decides what they themselves asked for, nor a type of document
 * that takes a permission they do not hold: named, it is refused (422); among "all", it stays with the giver.
 */
export const delegate = async (tx: Tx, actor: Actor, input: z.output<typeof delegationInput>): Promise<Delegation> => {
  if (input.toPersonId === actor.personId) throw invalidField("toPersonId", "Choose another person.");
  const member = await tx.maybe<{ role: Role; duties: Duty[] }>(sql`select coalesce((select r.role from user_role r where r.org_id = m.org_id and r.person_id = m.person_id and (r.expires_at is null or r.expires_at > clock_timestamp()) order by r.granted_at desc, r.id desc limit 1), 'user') as role,
    array(select d.duty from member_duty d where d.org_id = m.org_id and d.person_id = m.person_id) as duties from organization_member m where m.org_id = ${actor.orgId} and m.person_id = ${input.toPersonId} and m.active`);
  if (!member) throw invalidField("toPersonId", "This person is not an active member of the agency.");
  const held = permissionsOf(member.role, member.duties), closed = input.documentTypes.find((type) => !held.has(decidingPermissions[type]));
  if (closed) throw invalidField("documentTypes", `This person may not approve documents of the type ${approvableTypes[closed].toLowerCase()}. Choose somebody who may, or leave the type out.`, "delegate_permission");
  const circle = await tx.maybe(sql`select 1 as ok from approval_delegation where org_id = ${actor.orgId} and from_person_id = ${input.toPersonId} and to_person_id = ${actor.personId} and revoked_at is null and starts_at < ${input.endsAt} and ends_at > ${input.startsAt}`);
  if (circle) throw conflict("circle", "This person delegates to you in the same time. Choose someone else.");
  const row = await insertRow(tx, approvalDelegation, { ...input, orgId: actor.orgId!, id: newId(), fromPersonId: actor.personId! });
  audit(tx, actor, { action: "delegation.create", objectType: "delegation", objectId: row.id, before: null, after: row });
  notify(tx, [input.toPersonId], { kind: "delegation", title: `${actor.name} delegated approvals to you`, body: input.note, link: "/approvals-inbox" });
  return tx.one<Delegation>(sql`select ${columns} from ${from} where d.org_id = ${actor.orgId} and d.id = ${row.id}`);
};

/** Ends a delegation now; its giver or an administrator may. */
export const revokeDelegation = async (tx: Tx, actor: Actor, id: string, version: number | null): Promise<{ id: string }> => {
  const before = await lockRow(tx, approvalDelegation, id, "delegation");
  requireVersion(before.version, version);
  if (before.fromPersonId !== actor.personId && !actor.permissions.has("approval.policy")) throw notAllowed("Only the person who delegated, or an administrator, can end this.");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, approvalDelegation, id, { revokedAt: at });
  audit(tx, actor, { action: "delegation.revoke", objectType: "delegation", objectId: id, before, after });
  return { id };
};
