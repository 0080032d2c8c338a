import type { Db } from "#server/db/db.ts";
import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

const ofItems = (db: Db, id: string) =>
  db.rows<RecordName>(sql`
    select 'punchItem' as type, id as id
    from punch_item
    where org_id = ${db.scope.orgId} and photo_file_ids ? ${id}
    limit 50
  `);
const ofDone = (db: Db, id: string) =>
  db.rows<RecordName>(sql`
    select 'punchItem' as type, id as id
    from punch_item
    where org_id = ${db.scope.orgId} and done_photo_file_ids ? ${id}
    limit 50
  `);

/** Photos of punch items: of what is to be done, of what was done, those for publication among them. */
export const punchFiles: readonly FileHolder[] = [
  { column: "punch_item.photo_file_ids", records: ofItems },
  { column: "punch_item.done_photo_file_ids", records: ofDone },
  { column: "punch_item.public_file_ids", door: "a photo of the punch item" },
];
