import type { AfterRestore } from "../restored/clocks.ts";
import type { Database, Tx } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";

/** A file that the virus scanner refused; `uploadedBy` is null where a visitor or the system was. */
type RefusedFile = {
  id: string;
  name: string;
  sha256: string;
  signature: string;
  uploadedBy: string | null;
};

/** The refused files of the agency that nobody was told of; from now on somebody was. */
export const takeRefused = (tx: Tx): Promise<RefusedFile[]> =>
  tx.rows<RefusedFile>(sql`
    update stored_file f
    set refusal_told_at = clock_timestamp()
    from file_look l
    where f.org_id = ${tx.scope.orgId}
      and f.sha256 = l.sha256
      and l.state = 'infected'
      and f.refusal_told_at is null
    returning f.id, f.name, f.sha256, l.signature, f.uploaded_by
  `);

/** Where to write to a person who is no member of the agency: a vendor's. Null for nobody. */
export const addressOfSender = async (
  database: Database,
  personId: string,
): Promise<string | null> =>
  (
    await identityDb(database).maybe<{ email: string }>(
      sql`select email from person where id = ${personId}`,
    )
  )?.email ?? null;

/** Who sent a file that was refused may have been told before the restore. */
export const refusedAfterRestore: AfterRestore = {
  kind: "notices",
  due: `
    select
      count(*)::int as due, count(distinct f.uploaded_by)::int as people, min(l.looked_at) as since
    from stored_file f
    join file_look l on l.sha256 = f.sha256
    where l.state = 'infected' and f.refusal_told_at is null
  `,
};
