import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import type { FoundingRule } from "./founding.labels.ts";

const lifeDays = 30;

/** Who may found an agency here, as the operator set it; everybody before the operator said so. */
const foundingRule = async (database: Database): Promise<FoundingRule> => {
  const operator = await runningAgency(database);
  if (!operator) return "everybody";
  const row = await identityDb(database).maybe<{ founding: FoundingRule }>(
    sql`select founding from operator_setting where org_id = ${operator}`,
  );
  return row?.founding ?? "everybody";
};

const openInvitation = sql`used_at is null and expires_at > clock_timestamp()`;

/**
 * Lets somebody found an agency of their own, by the operator's setting. Gives the id of the
 * invitation that it uses up, null where everybody may.
 * @throws Problem 403 `founding_closed`, `founding_by_invitation`.
 */
export const requireMayFound = async (database: Database, actor: Actor): Promise<string | null> => {
  const rule = await foundingRule(database);
  if (rule === "everybody") return null;
  if (rule === "operators")
    throw notAllowed(
      "On this installation its operator founds agencies. Ask for yours; you come in by an invitation.",
      "founding_closed",
    );
  const operator = await runningAgency(database);
  const invited = await identityDb(database).maybe<{ id: string }>(sql`
    select id
    from founding_invitation
    where org_id = ${operator} and email = ${actor.email.toLowerCase()} and ${openInvitation}
  `);
  if (!invited)
    throw notAllowed(
      "On this installation an agency is founded by invitation, and none is open for your address.",
      "founding_by_invitation",
    );
  return invited.id;
};

/** Marks an invitation as used, in the operator's agency. @throws Problem 409 `founding_used`. */
export const useFoundingInvitation = async (database: Database, id: string): Promise<void> => {
  const operator = await runningAgency(database);
  await database.transaction({ orgId: operator, personId: null }, async (tx) => {
    const used = await tx.maybe(sql`
      update founding_invitation
      set used_at = clock_timestamp()
      where org_id = ${operator} and id = ${id} and ${openInvitation}
      returning id
    `);
    if (!used) throw conflict("founding_used", "This invitation was used.");
  });
};

const foundingLetter = defineLetter({
  kind: "founding_invitation",
  why: "You get this letter because {operator} lets this address found an agency on its installation.",
  write: (to: { operator: string; email: string; origin: string }) => ({
    subject: "You may found your agency on Levee",
    paragraphs: [
      `${to.operator} lets you found an agency on its installation of Levee.`,
      `Sign in or sign up with this address (${to.email}) within ${lifeDays} days.`,
    ],
    link: { label: "Found the agency", href: `${to.origin}/welcome` },
  }),
  sample: { operator: "Gulfside", email: "lee@example.gov", origin: "{origin}" },
});

/** Lets an address found an agency, and writes to it. @throws Problem 409 `founding_invited`. */
export const inviteFounder = async (
  tx: Tx,
  actor: Actor,
  email: string,
  origin: string,
): Promise<{ id: string }> => {
  await tx.rows(sql`
    delete from founding_invitation
    where org_id = ${actor.orgId}
      and email = ${email}
      and used_at is null
      and expires_at <= clock_timestamp()
  `);
  const row = await tx.maybe<{ id: string }>(sql`
    insert into founding_invitation (org_id, id, email, invited_by, expires_at)
    values (
      ${actor.orgId}, ${newId()}, ${email}, ${actor.personId},
      clock_timestamp() + make_interval(days => ${lifeDays})
    )
    on conflict (org_id, email)
    where used_at is null
    do nothing
    returning id
  `);
  if (!row) throw conflict("founding_invited", "An invitation to this address is open.");
  const { name } = await tx.one<{ name: string }>(
    sql`select name from organization where id = ${actor.orgId}`,
  );
  await queueMail(tx, {
    ...foundingLetter({ operator: name, email, origin }),
    to: email,
    orgId: actor.orgId,
  });
  note(tx, actor, "foundingInvitation", row.id, { number: email, action: "create", event: null });
  return row;
};

/** Who may found agencies, with the version of the setting; 0 before it was ever set. */
export const readFounding = async (db: Db): Promise<{ founding: FoundingRule; version: number }> =>
  (await db.maybe<{ founding: FoundingRule; version: number }>(
    sql`select founding, version from operator_setting where org_id = ${db.scope.orgId}`,
  )) ?? { founding: "everybody", version: 0 };

/** Sets who may found agencies. @throws Problem 412, 428. */
export const setFounding = async (
  tx: Tx,
  actor: Actor,
  founding: FoundingRule,
  ifMatch: number | null,
): Promise<{ founding: FoundingRule; version: number }> => {
  await tx.rows(sql`select id from organization where id = ${actor.orgId} for update`);
  const before = await readFounding(tx);
  requireVersion(before.version, ifMatch);
  const after = await tx.one<{ founding: FoundingRule; version: number }>(sql`
    insert into operator_setting (org_id, founding)
    values (${actor.orgId}, ${founding})
    on conflict (org_id)
    do update set
      founding = excluded.founding, version = operator_setting.version + 1,
      updated_at = clock_timestamp()
    returning founding, version
  `);
  note(tx, actor, "operatorSetting", actor.orgId!, {
    number: "Who may found an agency",
    action: "edit",
    before,
    after,
    event: null,
  });
  return after;
};
