import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { accountOf, newProviderPerson } from "#areas/identity/identity.server.ts";
import { heldWords } from "#areas/organization/organization.public.ts";
import {
  admitAsUser,
  endMember,
  isWeighty,
  memberById,
  membersNamed,
  membershipOf,
  readmitMember,
  restoreMember,
} from "#areas/organization/organization.server.ts";
import { provedDomains } from "#areas/sign-on/sign-on.server.ts";
import type { directoryUser } from "../directory.tables.ts";
import type { Caller } from "./call.service.ts";
import { refuse, ScimRefusal } from "./refusal.ts";
import { addressOf, nameOf } from "./resource.model.ts";

type User = typeof directoryUser.$inferSelect;
type Standing = {
  personId: string | null;
  effect: string;
  /** Whether this directory has ended the membership and may let the person in again. */
  endedMember: boolean;
};

const actorOf = ({ orgId, name }: Caller) => systemActor(orgId, undefined, name);

const requireUnclaimed = async (tx: Tx, user: User, personId: string): Promise<void> => {
  const other = await tx.maybe<{ name: string }>(sql`
    select d.name
    from directory_user u
    join directory d on d.org_id = u.org_id and d.id = u.directory_id
    where u.org_id = ${tx.scope.orgId}
      and u.person_id = ${personId}
      and u.id <> ${user.id}
      and u.deleted_at is null
  `);
  if (other) refuse("uniqueness", `The directory ${other.name} has this person already.`);
};

// Nothing of it is ambiguous: a directory that heard 409 would look for another user to match.
const endedHere = () =>
  new ScimRefusal(
    403,
    "This person's membership was ended in Levee. An administrator lets them in again there.",
  );

// What somebody held before and comes back without, in words.
const without = ({ role, duties }: Awaited<ReturnType<typeof memberById>>): string => {
  const held = heldWords(role, duties).join(", ");
  return held && `, without what they held before: ${held}`;
};

/**
 * Whoever had no weighty rights comes back as they were; whoever had some comes back without any: the
 * person works again, and rights over money or people are given anew by those who may.
 */
const restore = async (tx: Tx, caller: Caller, user: User, personId: string): Promise<Standing> => {
  if (!user.endedMember) throw endedHere();
  const member = await memberById(tx, personId);
  const why = `Came back by ${caller.name}`;
  if (!isWeighty(member.role, member.duties)) {
    await restoreMember(tx, actorOf(caller), personId, why);
    return { personId, effect: "Let in again", endedMember: false };
  }
  await readmitMember(tx, actorOf(caller), personId, why);
  return { personId, effect: `Let in again${without(member)}`, endedMember: false };
};

/** Whether this directory deleted the person whom it sends again, and ended the membership by that. */
const hasDeleted = async (tx: Tx, caller: Caller, personId: string): Promise<boolean> => {
  const last = await tx.maybe<{ endedMember: boolean }>(sql`
    select ended_member
    from directory_user
    where org_id = ${caller.orgId}
      and directory_id = ${caller.directoryId}
      and person_id = ${personId}
      and deleted_at is not null
    order by deleted_at desc
    limit 1
  `);
  return last?.endedMember === true;
};

/** Whoever was deleted and comes anew begins without the rights of before. */
const rehire = async (tx: Tx, caller: Caller, personId: string): Promise<Standing> => {
  if (!(await hasDeleted(tx, caller, personId))) throw endedHere();
  const member = await memberById(tx, personId);
  await readmitMember(tx, actorOf(caller), personId, `Came back by ${caller.name}`);
  const effect = `Let in again${without(member)}`;
  return { personId, effect, endedMember: false };
};

/** Finds or makes the member of somebody new; the account of an address that is not ours is never taken. */
const welcome = async (app: App, tx: Tx, caller: Caller, user: User): Promise<Standing> => {
  const email = addressOf(user.attributes);
  if (email === null)
    return refuse("invalidValue", "A person needs an address in emails or userName.");
  const [member] = await membersNamed(tx, { emails: [email] });
  if (member) {
    await requireUnclaimed(tx, user, member.id);
    if (!member.active) return rehire(tx, caller, member.id);
    return { personId: member.id, effect: "Is a member already; linked", endedMember: false };
  }
  const domain = email.split("@")[1]!;
  if (!(await provedDomains(tx)).includes(domain))
    return refuse("invalidValue", `The agency has not proved the mail domain ${domain}.`);
  const identity = identityDb(app.database);
  if (await accountOf(identity, email))
    return {
      personId: null,
      effect: "Has an account that nobody brought here: invite them, or let them link it",
      endedMember: false,
    };
  const personId = await newProviderPerson(identity, { email, name: nameOf(user.attributes) });
  if (!personId) throw new ScimRefusal(409, "This address was taken a moment ago. Send it again.");
  const who = { ...actorOf(caller), kind: "person" as const, personId, email };
  await admitAsUser(tx, { ...who, name: nameOf(user.attributes) || email }, caller.name);
  return { personId, effect: "Became a member", endedMember: false };
};

/**
 * Makes the membership what the directory says: made, linked, ended or let in again. A directory lets
 * in again only whom it ended itself; `wasActive` is what it said before. Gives the member and what
 * was done in words. 400 for an address outside of the agency's proved domains, 409 for a person of
 * another directory, 403 for the last administrator.
 */
export const settle = async (
  app: App,
  tx: Tx,
  caller: Caller,
  user: User,
  wanted: boolean,
  wasActive: boolean,
): Promise<Standing> => {
  const { personId, endedMember } = user;
  if (personId === null)
    return wanted
      ? welcome(app, tx, caller, user)
      : { personId, effect: "Nobody here to end", endedMember };
  const standing = await membershipOf(tx, personId);
  if (wanted && standing === "active")
    return { personId, effect: "Nothing changed for the member", endedMember: false };
  // What a directory only repeats asks for nothing.
  if (wanted && wasActive && !endedMember)
    return { personId, effect: "Was ended in Levee, and stays so", endedMember: false };
  if (wanted) return restore(tx, caller, user, personId);
  if (standing !== "active") return { personId, effect: "Was ended already", endedMember };
  const member = await memberById(tx, personId);
  if (member.role === "platform_admin")
    throw new ScimRefusal(403, "The platform's operator is not ended by a directory.");
  await endMember(tx, actorOf(caller), personId, `Ended by ${caller.name}`);
  const lost = heldWords(member.role, member.duties).join(", ");
  const effect = `Membership ended${lost && `: ${member.name} lost ${lost}`}`;
  return { personId, effect, endedMember: true };
};
