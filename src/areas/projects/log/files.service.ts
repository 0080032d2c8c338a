import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

const ofLogs = (
  db: Parameters<Extract<FileHolder, { records: unknown }>["records"]>[0],
  id: string,
) =>
  db.rows<RecordName>(sql`
    select 'dailyLog' as type, id as id
    from daily_log
    where org_id = ${db.scope.orgId} and photo_file_ids ? ${id}
    limit 50
  `);

/** Photos of daily logs, those for publication among them. */
export const logFiles: readonly FileHolder[] = [
  { column: "daily_log.photo_file_ids", records: ofLogs },
  { column: "daily_log.public_file_ids", door: "a photo of the log" },
];
