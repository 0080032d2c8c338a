import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Who has linked their account to a provider. */
export const linkedTo = async (db: Db, providerId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ personId: string }>(sql`
        select person_id
        from provider_identity
        where org_id = ${db.scope.orgId} and provider_id = ${providerId}
      `)
    ).map((row) => row.personId),
  );
