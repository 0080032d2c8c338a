import { Problem } from "#kernel/errors.ts";
import type { App } from "../app.ts";
import { raw, sql } from "../db/sql.ts";
import { insertRow } from "../db/rows.ts";
import { FilesAway } from "./away.ts";
import { fileContent } from "./files.tables.ts";
import { pdfText } from "./pdf-text.ts";
import { pictureFacts } from "./pictures.ts";

const mostTries = 5;
const mostAtOnce = 50;
// As the index stored_file_unread names them.
const readTypes = raw(
  "'application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/heic'",
);

type Due = { id: string; sha256: string; mediaType: string; readTries: number };
type Reading = Partial<typeof fileContent.$inferInsert>;

const nextDue = ({ database }: App, orgId: string) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.maybe<Due>(sql`
      update stored_file
      set read_due_at = clock_timestamp() + interval '5 minutes', read_tries = read_tries + 1
      where org_id = ${orgId}
        and id = (
          select f.id
          from stored_file f
          where f.org_id = ${orgId}
            and f.read_due_at <= clock_timestamp()
            and f.media_type in (${readTypes})
            and not exists (
              select 1
              from file_look l
              where l.sha256 = f.sha256 and l.state in ('waiting', 'infected', 'unscannable')
            )
          order by f.read_due_at
          limit 1
          for update skip locked
        )
      returning id, sha256, media_type, read_tries
    `),
  );

const read = async ({ files }: App, { sha256, mediaType }: Due): Promise<Reading> => {
  const path = await files.pathOf(sha256);
  return mediaType === "application/pdf" ? pdfText(path) : pictureFacts(path, mediaType);
};

/** What reading gave; a reason where it gives nothing; null where it is tried again. */
const readingOf = async (app: App, due: Due): Promise<Reading | null> => {
  try {
    return await read(app, due);
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof FilesAway) throw error;
    return error.status === 422 || error.status === 404 || due.readTries >= mostTries
      ? { problem: error.message }
      : null;
  }
};

const keep = ({ database }: App, orgId: string, fileId: string, reading: Reading) =>
  database.transaction({ orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      update stored_file
      set read_due_at = null
      where org_id = ${orgId} and id = ${fileId}
    `);
    const there = await tx.maybe(
      sql`select 1 as ok from file_content where org_id = ${orgId} and file_id = ${fileId}`,
    );
    if (!there) await insertRow(tx, fileContent, { ...reading, orgId, fileId });
  });

/** Reads what an agency's new pictures and PDFs hold, some at a time; gives how many it read. */
export const readContents = async (app: App, orgId: string): Promise<number> => {
  for (let done = 0; done < mostAtOnce; done++) {
    const due = await nextDue(app, orgId);
    if (!due) return done;
    const reading = await readingOf(app, due);
    if (reading) await keep(app, orgId, due.id, reading);
  }
  return mostAtOnce;
};
