import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import type { Duty } from "#roles.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { lapseGrants } from "../grant/ask.service.ts";
import { addDuties, grantRole } from "../member/access.service.ts";
import { tellChanged } from "../member/changed.service.ts";
import {
  dutyWordOf,
  endDutyWord,
  shortenDutyWord,
  standingWord,
} from "../member/duty-words.service.ts";
import { memberById, otherAdmins } from "../member/member.service.ts";
import { endGiven, givenById, type GivenRole } from "./role-givers.service.ts";
import type { MemberRow } from "../member/member.model.ts";

/** A role or duty of a person; where several give it, the one whose word is meant. */
export type RightOf = {
  personId: string;
  kind: "role" | "duty";
  right: string;
  grantId?: string | null;
};

/** All changes of power in one agency wait for each other from here to the transaction's end. */
export const lockPower = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select id from organization where id = ${tx.scope.orgId} for update`);

const close = async (tx: Tx, actor: Actor, before: MemberRow, action: string, why: string) => {
  await tx.rows(sql`
    update organization_member
    set version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and person_id = ${before.id}
  `);
  note(tx, actor, "member", before.id, {
    number: before.email,
    action,
    before,
    after: await memberById(tx, before.id),
    note: why,
    event: null,
  });
  await tellChanged(tx, actor, before.id);
};

/** The word of the giver that is meant; null where none is, or it is over. */
const givenOf = async (tx: Tx, { kind, personId, grantId }: RightOf): Promise<GivenRole | null> =>
  kind === "role" && grantId ? givenById(tx, personId, grantId) : null;

/** The same of a duty. Where none is named, the word that stands. */
const dutyWord = async (tx: Tx, { personId, grantId, right }: RightOf) =>
  grantId ? dutyWordOf(tx, personId, grantId) : standingWord(tx, personId, right as Duty);

const holds = (member: MemberRow, { kind, right }: RightOf): boolean =>
  member.active &&
  (kind === "role" ? member.role === right : member.duties.includes(right as Duty));

/**
 * Gives a member a duty until an instant, as a request that was approved asks. @throws Problem 404,
 * 409 `member_left` | `has_duty` | `duty_over`.
 */
export const giveForTime = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  duty: Duty,
  until: string,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> => {
  await lockPower(tx);
  const before = await memberById(tx, personId);
  if (!before.active) throw conflict("member_left", `${before.name} is switched off.`);
  if (before.duties.includes(duty) && !before.dutyEnds[duty])
    throw conflict("has_duty", `${before.name} holds this duty without an end.`);
  if (Date.parse(until) <= databaseMs())
    throw conflict("duty_over", "The end of that duty has passed.");
  await addDuties(
    tx,
    personId,
    [duty],
    { [duty]: until },
    {
      by: actor.personId,
      source: "request",
      sourceId: requestId,
      reason,
    },
  );
  await close(tx, actor, before, "member.dutyGiven", reason);
};

const refuseLast = async (tx: Tx, before: MemberRow, { kind, right }: RightOf) => {
  if (kind !== "role" || right !== "admin") return;
  if ((await otherAdmins(tx, before.id)) === 0)
    throw notAllowed(
      "This is the agency's only administrator. Make somebody else one first.",
      "last_admin",
    );
};

/** Whoever holds a right that may be taken from them, behind the lock; null who no longer holds it. */
const holderOf = async (tx: Tx, right: RightOf): Promise<MemberRow | null> => {
  await lockPower(tx);
  const member = await memberById(tx, right.personId);
  const named = right.kind === "role" && Boolean(right.grantId);
  if (named ? !member.active || !(await givenOf(tx, right)) : !holds(member, right)) return null;
  if (right.kind === "duty" && !(await dutyWord(tx, right))) return null;
  if (member.role === "platform_admin" && right.kind === "role")
    throw notAllowed("The platform's operator gives and takes this role.", "platform_role");
  if (!named) await refuseLast(tx, member, right);
  return member;
};

/**
 * Takes a role or duty away now, where several give it this giver's word alone; false where the person no
 * longer holds it. What waits for them lapses. @throws Problem 403 `last_admin` | `platform_role`, 404.
 */
export const endRight = async (
  tx: Tx,
  actor: Actor,
  right: RightOf,
  reason: string,
): Promise<boolean> => {
  const before = await holderOf(tx, right);
  if (!before) return false;
  const given = await givenOf(tx, right);
  if (given) {
    await endGiven(tx, given);
    const { role } = await memberById(tx, before.id);
    // With another giver the last administrator stays one.
    if (role !== before.role) await refuseLast(tx, before, { ...right, right: before.role });
  } else if (right.kind === "role")
    await grantRole(tx, before.id, "user", null, { by: actor.personId, reason });
  else await endDutyWord(tx, before.id, (await dutyWord(tx, right))!);
  await lapseGrants(tx, before.id);
  await close(tx, actor, before, "member.rightEnded", reason);
  return true;
};

/**
 * Lets a role or duty end sooner; false where the person no longer holds it. @throws Problem 403
 * `last_admin` | `platform_role`, 422 at `until` for the past, and for what would be longer.
 */
export const shortenRight = async (
  tx: Tx,
  actor: Actor,
  right: RightOf,
  until: string,
  reason: string,
): Promise<boolean> => {
  const before = await holderOf(tx, right);
  if (!before) return false;
  const given = await givenOf(tx, right);
  const word = right.kind === "duty" ? await dutyWord(tx, right) : null;
  const ends = given || word ? (given ?? word)!.expiresAt : before.roleExpiresAt;
  if (Date.parse(until) <= databaseMs()) throw invalidField("until", "Choose a time to come.");
  if (ends && Date.parse(until) > Date.parse(ends))
    throw invalidField("until", "A review makes a right shorter. Give it anew under Team.");
  const giving = { by: actor.personId, reason };
  if (given) {
    await endGiven(tx, given, until);
    await refuseLast(tx, before, right);
  } else if (right.kind === "role") await grantRole(tx, before.id, before.role, until, giving);
  else await shortenDutyWord(tx, before.id, word!, until);
  await close(tx, actor, before, "member.rightShortened", reason);
  return true;
};
