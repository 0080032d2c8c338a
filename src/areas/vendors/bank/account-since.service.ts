import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Since when a bank account of a vendor is in force; `change`: it took the place of another one. */
export type AccountSince = { id: string; effectiveAt: Instant; change: boolean };

/** Since when some bank accounts of vendors are in force; their numbers stay where they are. */
export const accountsSince = (db: Db, accountIds: readonly string[]): Promise<AccountSince[]> =>
  db.rows<AccountSince>(sql`
    select
      a.id, a.effective_at,
      exists (
        select 1
        from vendor_bank_account b
        where b.org_id = a.org_id
          and b.vendor_id = a.vendor_id
          and b.id <> a.id
          and b.effective_at < a.effective_at
      ) as change
    from vendor_bank_account a
    where a.org_id = ${db.scope.orgId} and a.id = any(${[...accountIds]}::uuid[])
  `);
