import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The agencies that know the vendor. */
export const agenciesOf = (
  db: Db,
): Promise<{ orgId: string; agency: string; vendorId: string; number: string; status: string }[]> =>
  db.rows(sql`
    select v.org_id, g.name as agency, v.id as vendor_id, v.number, v.status
    from vendor v
    join organization g on g.id = v.org_id
    where v.status <> 'inactive'
    order by g.name
    limit 200
  `);

/** What a vendor is called, and the company behind it; null where none has an account. */
export const companyOf = (
  db: Db,
  vendorId: string,
): Promise<{ name: string; identityId: string | null }> =>
  db.one(sql`
    select name, identity_id
    from vendor
    where org_id = ${db.scope.orgId} and id = ${vendorId}
  `);
