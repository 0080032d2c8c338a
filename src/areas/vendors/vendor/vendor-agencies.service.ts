import type { Day } from "#kernel/time.ts";
import { businessDayOf } from "#server/clock.ts";
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

/**
 * The agencies in which the vendor's certificate of insurance has run out or does so within so many
 * days of the agency's own day; `left`: days until then. `side` is the vendor's reading.
 */
export const insuranceEnds = (
  side: Db,
  days: number,
): Promise<{ orgId: string; expiresOn: Day; left: number }[]> => {
  const today = businessDayOf(side.scope, sql`g.time_zone`);
  return side.rows(sql`
    select v.org_id, v.insurance_expires_on as expires_on, v.insurance_expires_on - ${today} as left
    from vendor v
    join organization g on g.id = v.org_id
    where v.status <> 'inactive' and v.insurance_expires_on <= ${today} + ${days}::int
    limit 200
  `);
};

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

/** What others who deal with a vendor ask of its record; null where there is none. */
export const vendorFacts = (
  db: Db,
  id: string,
): Promise<{
  name: string;
  uei: string | null;
  email: string | null;
  status: string;
  screening: string | null;
} | null> =>
  db.maybe(sql`
    select name, uei, email, status, screening_result as screening
    from vendor
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
