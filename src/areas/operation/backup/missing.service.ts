import { systemActor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { holdersOf } from "#server/files/holders.ts";
import { agenciesOf } from "./rehearse.service.ts";

/** A file that the records name and whose content is gone: its name, and the records that hold it. */
export type MissingFile = { agency: string; name: string; sha256: string; records: string[] };

/** Names the files of contents that are gone, with the records that hold them. */
export const namesOfMissing = async (
  database: Database,
  missing: readonly string[],
): Promise<MissingFile[]> => {
  if (missing.length === 0) return [];
  const gone: MissingFile[] = [];
  for (const { id: orgId, name: agency } of await agenciesOf(database)) {
    const db = database.read(systemActor(orgId));
    const files = await db.rows<{ id: string; name: string; sha256: string }>(sql`
      select id, name, sha256
      from stored_file
      where org_id = ${orgId} and sha256 = any(${[...missing]}::text[])
      order by name, id
      limit 200
    `);
    for (const { id, name, sha256 } of files)
      gone.push({ agency, name, sha256, records: await holdersOf(db, id) });
  }
  return gone;
};

/** One line for each file that is gone. */
export const goneLines = (gone: readonly MissingFile[]): string[] =>
  gone.map(
    ({ agency, name, sha256, records }) =>
      `${agency}: ${name} of ${records.length ? records.join(", ") : "no record that says so"} (SHA-256 ${sha256})`,
  );

/** What a backup says of files that were gone before it. */
export const goneSentence = (gone: readonly MissingFile[]): string =>
  `${counted(gone.length, "file")} that the records name were gone already: ${goneLines(gone).join("; ")}. Upload them anew at their records.`;
