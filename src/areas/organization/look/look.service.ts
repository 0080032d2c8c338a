import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { isPractice } from "#server/agencies/practice.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, storedFileOf } from "#server/files/stored-file.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { readOrganization } from "../organization.service.ts";
import { agencyLook } from "../organization.tables.ts";
import { lookOfBranding } from "./branding.model.ts";
import { stylesheetOf, type Colors } from "./colors.model.ts";
import { markPath, type LookFields, type LookList, type LookRow } from "./look.model.ts";

/** So many earlier ones are offered. */
const shown = 50;

const rows = (db: Db, number: number | null) =>
  db.rows<Omit<LookRow, "markUrl">>(sql`
    select
      l.number, l.primary_color, l.secondary_color, l.mark_file_id, l.restored_from,
      coalesce(p.display_name, 'Somebody who left') as published_by, l.created_at
    from agency_look l
    left join person p on p.id = l.published_by
    where l.org_id = ${db.scope.orgId} and (${number}::int is null or l.number = ${number}::int)
    order by l.number desc
    limit ${shown}
  `);

const withMark = (orgId: string, row: Omit<LookRow, "markUrl">): LookRow => ({
  ...row,
  markUrl: row.markFileId && markPath(orgId, row.number),
});

/** What the agency published, newest first. */
export const listLooks = async (db: Db): Promise<LookList> => {
  const [items, { version }] = await Promise.all([rows(db, null), readOrganization(db)]);
  return { items: items.map((row) => withMark(db.scope.orgId!, row)), version };
};

const assertPicture = async (tx: Tx, fileId: string): Promise<void> => {
  // Everybody will see it: a file that somebody else put in for another purpose is not taken.
  const known = await tx.maybe(sql`
    select 1 as ok
    from agency_look
    where org_id = ${tx.scope.orgId} and mark_file_id = ${fileId}
    limit 1
  `);
  const allowed = known || (await isUploadedBy(tx, fileId, tx.scope.personId!));
  const file = allowed && (await storedFileOf(tx, tx.scope.orgId!, fileId));
  if (!file) throw notFound("file");
  if (!["image/png", "image/jpeg", "image/webp"].includes(file.mediaType))
    throw invalidField("markFileId", "Use a picture: PNG, JPEG or WebP.");
  if (file.size > 2_000_000) throw invalidField("markFileId", "Use a picture of at most 2 MB.");
};

/**
 * Colours and mark hold for everybody from now on: a new row, and the same in the branding that the
 * agency's record keeps (SPEC 3).
 * @throws Problem 404 for a file of others, 412, 422 for a file that is no picture.
 */
export const publishLook = async (
  tx: Tx,
  actor: Actor,
  fields: LookFields,
  { version, restoredFrom }: { version: number | null; restoredFrom: number | null },
): Promise<LookRow> => {
  const orgId = actor.orgId!;
  const before = await tx.one<{ version: number; name: string; number: number }>(sql`
    select
      o.version, o.name,
      coalesce((select max(l.number) from agency_look l where l.org_id = o.id), 0) as number
    from organization o
    where o.id = ${orgId}
    for update of o
  `);
  requireVersion(before.version, version);
  if (fields.markFileId) await assertPicture(tx, fields.markFileId);
  const number = before.number + 1;
  await insertRow(tx, agencyLook, {
    orgId,
    id: newId(),
    number,
    ...fields,
    restoredFrom,
    publishedBy: actor.personId!,
  });
  const branding = {
    primaryColor: fields.primaryColor,
    secondaryColor: fields.secondaryColor,
    logoUrl: fields.markFileId ? markPath(orgId, number) : "",
    look: number,
  };
  await tx.rows(sql`
    update organization
    set
      settings = settings || jsonb_build_object(
        'branding',
        coalesce(settings->'branding', '{}'::jsonb) || ${JSON.stringify(branding)}::jsonb
      ),
      version = version + 1, updated_at = clock_timestamp()
    where id = ${orgId}
  `);
  note(tx, actor, "organization", orgId, {
    number: before.name,
    action: "publishLook",
    after: branding,
    note: restoredFrom === null ? null : `Brings number ${restoredFrom} back.`,
    event: null,
  });
  return withMark(orgId, (await rows(tx, number))[0]!);
};

/** Publishes an earlier one again, as a new one. @throws Problem 404, 412. */
export const restoreLook = async (
  tx: Tx,
  actor: Actor,
  number: number,
  version: number | null,
): Promise<LookRow> => {
  const [old] = await rows(tx, number);
  if (!old) throw notFound("look");
  const { primaryColor, secondaryColor, markFileId } = old;
  return publishLook(
    tx,
    actor,
    { primaryColor, secondaryColor, markFileId },
    { version, restoredFrom: number },
  );
};

/** The stylesheet of two colours; nothing where they are the product's own. */
const stylesheetFor = (colors: Colors): string => {
  const look = lookOfBranding(colors);
  return look ? stylesheetOf(look) : "";
};

type Published = Colors & { mark: { sha256: string; mediaType: string } | null };

/** A published look as everybody may see it. @throws Problem 404. */
const publishedLook = async (
  db: Db,
  orgId: string,
  number: number,
): Promise<Published & { stylesheet: string }> => {
  const row = await db.maybe<Colors & { markFileId: string | null }>(sql`
    select primary_color, secondary_color, mark_file_id
    from agency_look
    where org_id = ${orgId} and number = ${number}
  `);
  if (!row) throw notFound("look");
  const mark = row.markFileId ? await storedFileOf(db, orgId, row.markFileId) : null;
  return { ...row, mark, stylesheet: stylesheetFor(row) };
};

/**
 * The published look as everybody is served it. A copy for practice is published nowhere: its look is
 * read as the copy, by whoever knows its address, which is each member's screen.
 * @throws 404 when the agency published no look of that number.
 */
export const servedLook = async (database: Database, orgId: string, number: number) =>
  publishedLook(
    (await isPractice(database, orgId))
      ? database.read({ orgId, personId: null })
      : published(database),
    orgId,
    number,
  );
