import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatDate } from "#kernel/dates.ts";
import { agencyNames, notify, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { readToken, tokenOf } from "#server/mail/letter-link.ts";
import { queueMail } from "#server/mail/mail.ts";
import { keepText, sectionOf } from "../application/section.service.ts";
import { grantApplication, grantApplicationSection, grantContributor } from "../preaward.tables.ts";
import { contributorLetter } from "./contributor.letter.ts";
import type {
  ContributionText,
  ContributionView,
  ContributorInput,
  ContributorRow,
} from "./contributor.model.ts";

type Stored = typeof grantContributor.$inferSelect;

/**
 * Asks somebody outside of the agency to write one section of a draft. The letter's link opens this
 * section alone, until its day. 409 where the same address has a link of it already.
 */
export const inviteContributor = async (
  tx: Tx,
  actor: Actor,
  sectionId: string,
  input: ContributorInput,
): Promise<{ id: string; version: number }> => {
  const { section, application } = await sectionOf(tx, sectionId);
  if (input.untilOn < businessDate(tx.scope))
    throw invalidField("untilOn", "The link would have ended already.");
  const known = await tx.maybe(sql`
    select 1 as ok
    from grant_contributor
    where org_id = ${tx.scope.orgId}
      and section_id = ${sectionId}
      and lower(email) = lower(${input.email})
      and ended_at is null
  `);
  if (known) throw invalidField("email", "This address has a link to the section: end it first.");
  const id = newId();
  const path = `/grant-writing/${tokenOf("grant-section", { orgId: application.orgId, id })}`;
  const row = await insertRow(tx, grantContributor, {
    ...input,
    orgId: application.orgId,
    id,
    applicationId: application.id,
    sectionId,
    invitedBy: actor.personId!,
  });
  await queueMail(tx, {
    ...contributorLetter({
      name: row.name,
      inviter: actor.name,
      project: application.title,
      section: section.title,
      asks: section.asks,
      mostWords: section.mostWords,
      dueOn: section.dueOn,
      untilOn: row.untilOn,
      path,
    }),
    orgId: row.orgId,
    to: row.email,
    replyTo: { personId: actor.personId! },
  });
  note(tx, actor, "grantApplication", row.applicationId, {
    action: "grantContributor.invite",
    after: row,
    note: `${row.name}, ${row.email}`,
    event: null,
  });
  return { id, version: row.version };
};

/** Ends somebody's link at once; what they wrote stays. */
export const endContributor = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const before = await lockRow(tx, grantContributor, id, "contributor");
  if (version !== null) requireVersion(before.version, version);
  if (before.endedAt) throw conflict("rule", "This link is ended already.");
  const after = await updateRow(tx, grantContributor, id, {
    endedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "grantApplication", after.applicationId, {
    action: "grantContributor.end",
    before,
    after,
    note: `${after.name}, ${after.email}`,
    event: null,
  });
  return { id, version: after.version };
};

/** Who was asked to write sections of an application from outside. */
export const contributorsOf = (db: Db, applicationId: string): Promise<ContributorRow[]> =>
  db.rows<ContributorRow>(sql`
    select
      c.id, c.section_id, c.name, c.email, c.until_on, c.handed_in_at, c.version,
      c.ended_at is not null or c.until_on < ${businessDate(db.scope)} as ended
    from grant_contributor c
    where c.org_id = ${db.scope.orgId} and c.application_id = ${applicationId}
    order by c.created_at, c.id
    limit 200
  `);

const whyClosed = (of: Stored, status: string, today: string): string | null => {
  if (of.endedAt) return "Your link was ended. Please ask whoever invited you.";
  if (of.untilOn < today)
    return `Your link ended on ${formatDate(of.untilOn)}. Please ask whoever invited you.`;
  return status === "draft" ? null : "The application is under review: its text stays as it is.";
};

type Scope = { orgId: string; personId: null };
const scopeOf = (token: string): { scope: Scope; id: string } => {
  const { orgId, id } = readToken("grant-section", token);
  return { scope: { orgId, personId: null }, id };
};

/** The one section that a link is for. 404 for any other token. */
export const readContribution = async (app: App, token: string): Promise<ContributionView> => {
  const { scope, id } = scopeOf(token);
  const db = app.database.read(scope);
  const of = await getRow(db, grantContributor, id, "link");
  const [a, section, names] = await Promise.all([
    getRow(db, grantApplication, of.applicationId, "grant application"),
    getRow(db, grantApplicationSection, of.sectionId, "section"),
    agencyNames(db, [scope.orgId]),
  ]);
  // Whoever comes by a link brings no time zone: its last day ends as the agency's day does.
  const today = businessDate(db.scope, (await readOrganization(db)).timeZone);
  const closed = whyClosed(of, a.status, today);
  return {
    agency: names.get(scope.orgId) ?? "",
    name: of.name,
    project: a.title,
    title: section.title,
    asks: section.asks,
    mostWords: section.mostWords,
    dueOn: section.dueOn,
    untilOn: of.untilOn,
    // A link that ended reads nothing any more, either.
    body: closed && (of.endedAt || of.untilOn < today) ? "" : section.body,
    closed,
    version: section.version,
  };
};

/**
 * Writes the section of a link. 409 with the reason once it is closed, or where somebody else wrote
 * in between. Handing it in tells whoever keeps the section.
 */
export const writeContribution = (
  app: App,
  token: string,
  { body, version, handIn }: ContributionText,
): Promise<{ version: number }> => {
  const { scope, id } = scopeOf(token);
  return app.database.transaction(scope, async (tx) => {
    const of = await lockRow(tx, grantContributor, id, "link");
    const a = await getRow(tx, grantApplication, of.applicationId, "grant application");
    const closed = whyClosed(of, a.status, businessDate(tx.scope));
    if (closed) throw conflict("closed", closed);
    if (handIn && body.trim() === "")
      throw invalidField("body", "Write the section before you hand it in.");
    const actor = systemActor(scope.orgId, undefined, `${of.name}, by the mailed link`);
    const found = await sectionOf(tx, of.sectionId);
    requireVersion(found.section.version, version);
    const after = await keepText(tx, actor, found, body);
    if (handIn) {
      const done = await updateRow(tx, grantContributor, id, {
        handedInAt: businessNow(tx.scope).toISOString(),
      });
      note(tx, actor, "grantApplication", done.applicationId, {
        action: "grantContributor.handIn",
        before: of,
        after: done,
        note: `${done.name}, ${done.email}`,
        event: null,
      });
      notify(tx, [found.section.ownerId ?? a.ownerId], {
        kind: "grantApplication",
        title: `${of.name} handed in “${found.section.title}”`.slice(0, 200),
        body: `${a.number}: read it, and end the link when nothing more is to come.`,
        link: `/grant-applications/${a.id}?tab=narrative`,
      });
    }
    return { version: after.version };
  });
};
