import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { grantApplicationSection } from "../preaward.tables.ts";
import type { SectionInput } from "./application.model.ts";
import type { StoredApplication } from "./application.noun.ts";
import type { StoredSection } from "./checks.service.ts";
import { notePreparer, openDraft, write } from "./opened.service.ts";

type At = { id: string; version: number | null };

// A section is due before the application that it stands in.
const checkDue = (a: StoredApplication, { dueOn }: SectionInput): void => {
  if (dueOn !== null && a.dueOn !== null && dueOn > a.dueOn)
    throw invalidField(
      "dueOn",
      `The application is due on ${formatDate(a.dueOn)}, so its sections are by then.`,
    );
};
// Who is to write hears so, unless it was known or asked of oneself.
const tellWriter = (
  tx: Tx,
  actor: Actor,
  a: StoredApplication,
  section: StoredSection,
  before: string | null,
): void => {
  const { ownerId } = section;
  if (ownerId === null || ownerId === before || ownerId === actor.personId) return;
  notify(tx, [ownerId], {
    kind: "grantApplication",
    title: `Please write “${section.title}”`.slice(0, 200),
    body: `${a.number} ${a.title}${section.dueOn ? `, by ${formatDate(section.dueOn)}` : ""}`,
    link: `/grant-applications/${a.id}?tab=narrative`,
  });
};

/** Adds a section to a draft's narrative. */
export const addSection = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: SectionInput,
): Promise<StoredSection> => {
  const a = await openDraft(tx, id);
  checkDue(a, input);
  const { next } = await tx.one<{ next: number }>(sql`
    select coalesce(max(place) + 1, 0) as next
    from grant_application_section
    where org_id = ${a.orgId} and application_id = ${id}
  `);
  const row = await insertRow(tx, grantApplicationSection, {
    ...input,
    orgId: a.orgId,
    id: newId(),
    applicationId: id,
    place: next,
  });
  write(tx, actor, a, "section", null, row);
  tellWriter(tx, actor, a, row, null);
  return row;
};

type OfSection = { section: StoredSection; application: StoredApplication };
/** A section with its draft, both locked. */
export const sectionOf = async (tx: Tx, sectionId: string): Promise<OfSection> => {
  const { applicationId } = await getRow(tx, grantApplicationSection, sectionId, "section");
  const application = await openDraft(tx, applicationId);
  return {
    application,
    section: await lockRow(tx, grantApplicationSection, sectionId, "section"),
  };
};

/** Changes what a section asks, who writes it and by when. */
export const changeSection = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: SectionInput,
): Promise<StoredSection> => {
  const { section, application } = await sectionOf(tx, id);
  if (version !== null) requireVersion(section.version, version);
  checkDue(application, input);
  const after = await updateRow(tx, grantApplicationSection, id, input);
  write(tx, actor, application, "section", section, after);
  tellWriter(tx, actor, application, after, section.ownerId);
  return after;
};

/** Keeps the text of a section, whoever wrote it. */
export const keepText = async (
  tx: Tx,
  actor: Actor,
  { section, application }: OfSection,
  body: string,
): Promise<StoredSection> => {
  const after = await updateRow(tx, grantApplicationSection, section.id, { body });
  write(tx, actor, application, "section", section, after);
  await notePreparer(tx, actor, application);
  return after;
};

/** Writes a section: its owner, or whoever keeps the application. 409 for anybody else. */
export const writeSection = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  body: string,
): Promise<StoredSection> => {
  const found = await sectionOf(tx, id);
  const { section } = found;
  if (version !== null) requireVersion(section.version, version);
  if (section.ownerId !== actor.personId && !actor.permissions.has("grantApplication.edit"))
    throw conflict("others_section", "This section is somebody else's to write.");
  return keepText(tx, actor, found, body);
};
