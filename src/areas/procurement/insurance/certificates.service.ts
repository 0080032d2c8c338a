import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Until when a vendor's certificate holds, and whether somebody let it go on for a solicitation. */
export type Certificate = {
  solicitationId: string;
  vendorId: string;
  until: Day | null;
  letGo: boolean;
};

/** Certificates of insurance of vendors as they stand, each for the solicitation that it won. */
export const certificatesOf = (
  db: Db,
  winners: readonly { solicitationId: string; vendorId: string }[],
): Promise<Certificate[]> =>
  db.rows<Certificate>(sql`
    select
      w.solicitation_id, w.vendor_id, v.insurance_expires_on as until,
      exists (
        select 1
        from insurance_override o
        where o.org_id = v.org_id
          and o.vendor_id = v.id
          and o.solicitation_id = w.solicitation_id
          and o.expired_on is not distinct from v.insurance_expires_on
      ) as let_go
    from unnest(
      ${winners.map((each) => each.solicitationId)}::uuid[],
      ${winners.map((each) => each.vendorId)}::uuid[]
    ) w (solicitation_id, vendor_id)
    join vendor v on v.org_id = ${db.scope.orgId} and v.id = w.vendor_id
  `);
