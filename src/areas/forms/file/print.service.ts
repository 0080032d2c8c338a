import type { App } from "#server/app.ts";
import { FilesAway } from "#server/files/away.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { Problem } from "#kernel/errors.ts";
import { smallPicture } from "#server/files/pictures.ts";
import type { FileRecord } from "./file.service.ts";

/** A file as a printout shows it: its name, and a picture as a data address. */
type Printed = { name: string; picture: string | null };
export type PrintedFiles = ReadonlyMap<string, Printed>;

/** Pictures drawn in one printout; further ones are named. */
const mostPictures = 60;
/** Pixels of the longer side of a drawn picture. */
const side = 1000;

// A picture that the scanner holds, or that cannot be read, is named and not drawn.
const drawn = async (app: App, { sha256, mediaType }: FileRecord): Promise<string | null> => {
  try {
    const bytes = await app.files.private.derived(sha256, `${side}.jpg`, (path) =>
      smallPicture(path, mediaType, side),
    );
    return `data:image/jpeg;base64,${bytes.toString("base64")}`;
  } catch (error) {
    if (error instanceof Problem && !(error instanceof FilesAway)) return null;
    throw error;
  }
};

/** The files of submissions, by id, for a printout. */
export const printedFiles = async (
  app: App,
  db: Db,
  submissionIds: readonly string[],
): Promise<PrintedFiles> => {
  const rows = await db.rows<FileRecord>(sql`
    select *
    from form_file
    where org_id = ${db.scope.orgId} and submission_id = any(${[...submissionIds]}::uuid[])
    order by created_at, id
  `);
  const printed = new Map<string, Printed>();
  let pictures = 0;
  for (const row of rows) {
    const draws = row.mediaType.startsWith("image/") && pictures++ < mostPictures;
    printed.set(row.id, { name: row.name, picture: draws ? await drawn(app, row) : null });
  }
  return printed;
};
