import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

const countOf = async (db: Db, contractId: string | null, amendmentId: string | null) =>
  (
    await db.one<{ rates: number }>(sql`
      select count(*) as rates
      from contract_rate r
      join contract_rate_sheet s on s.org_id = r.org_id and s.id = r.sheet_id
      where s.org_id = ${db.scope.orgId}
        and (${contractId}::uuid is null or s.contract_id = ${contractId}::uuid)
        and s.amendment_id is not distinct from ${amendmentId}::uuid
    `)
  ).rates;

/** How many prices an amendment brings. */
export const ratesOfAmendment = (db: Db, amendmentId: string): Promise<number> =>
  countOf(db, null, amendmentId);

/** How many prices the contract is signed with. */
export const ownRates = (db: Db, contractId: string): Promise<number> =>
  countOf(db, contractId, null);
