import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ConnectorKind, ConnectorStatus } from "./connector.labels.ts";
import { mostSilence } from "./schedule.service.ts";

/** How old what a source brought in is. */
export type SourceState = {
  name: string;
  kind: ConnectorKind;
  status: ConnectorStatus;
  lastOkAt: string | null;
  stale: boolean;
};

/** The sources that bring one kind of record in, with when each last answered. */
export const sourcesOf = (db: Db, importer: string): Promise<SourceState[]> =>
  db.rows<SourceState>(sql`
    select
      name, kind, status, last_ok_at,
      coalesce(last_ok_at < clock_timestamp() - ${mostSilence}, true) as stale
    from connector
    where org_id = ${db.scope.orgId}
      and importer = ${importer}
      and status not in ('draft', 'retired')
    order by name
  `);
