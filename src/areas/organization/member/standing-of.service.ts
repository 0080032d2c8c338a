import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MemberPatch } from "./member.model.ts";
import { editMember, memberById } from "./member.service.ts";

// Whoever comes by no screen has read nothing: the member as it stands behind the lock of all changes
// of power.
const change = async (tx: Tx, actor: Actor, personId: string, patch: MemberPatch) => {
  await tx.rows(sql`select id from organization where id = ${actor.orgId} for update`);
  const { version } = await memberById(tx, personId);
  await editMember(tx, actor, personId, patch, version);
};

/**
 * Ends a membership for somebody who comes by no screen (a directory): they are out within a second,
 * their history stays. @throws Problem 403 `last_admin`, 404.
 */
export const endMember = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  reason: string,
): Promise<void> => change(tx, actor, personId, { active: false, reason });

/**
 * Lets a former member in again, with the role that is left. Whoever had weighty rights is let in by
 * an administrator: ask `isWeighty` first. @throws Problem 403 `vendor_account`, 404.
 */
export const restoreMember = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  reason: string,
): Promise<void> => change(tx, actor, personId, { active: true, reason });

/**
 * Lets a former member in again as a user without duties: what they held before is given anew by who
 * may. @throws Problem 403 `vendor_account`, 404.
 */
export const readmitMember = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  reason: string,
): Promise<void> => change(tx, actor, personId, { active: true, role: "user", duties: [], reason });
