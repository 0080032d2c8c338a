import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";
import type { Trace } from "#server/origin/traces.ts";

/** The ledger lines of a document; null while it has none. */
export const ledgerTrace = async (db: Db, { type, id }: RecordName): Promise<Trace | null> => {
  const { posted } = await db.one<{ posted: boolean }>(sql`
    select exists (
        select
        from gl_entry e
        where e.org_id = ${db.scope.orgId} and e.document_type = ${type} and e.document_id = ${id}
      ) as posted
  `);
  return posted
    ? { label: "Ledger entries", href: `/budget-management/ledger-lines?documentId=${id}` }
    : null;
};
