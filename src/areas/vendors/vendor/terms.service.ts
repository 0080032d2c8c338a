import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Discount terms as a vendor's bills state them; empty where it states none or there is no such vendor. */
export const vendorTerms = async (db: Db, vendorId: string): Promise<string> =>
  (
    await db.maybe<{ terms: string }>(sql`
      select payment_terms as terms
      from vendor
      where org_id = ${db.scope.orgId} and id = ${vendorId}
    `)
  )?.terms ?? "";
