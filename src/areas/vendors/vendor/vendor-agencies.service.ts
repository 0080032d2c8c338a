import type { Day } from "#kernel/time.ts";
import { businessDayOf } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Certification } from "./vendor.labels.ts";

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

/**
 * Certificates that agencies recorded of the vendor and that have ended or do so within so many days
 * of the agency's own day, and that no later one of the kind follows; `left`: days until then. `side`
 * is the vendor's reading.
 */
export const certificatesEnding = (
  side: Db,
  days: number,
): Promise<
  { orgId: string; agency: string; kind: Certification; expiresOn: Day; left: number }[]
> => {
  const today = businessDayOf(side.scope, sql`g.time_zone`);
  return side.rows(sql`
    select
      c.org_id, g.name as agency, c.kind, c.valid_to as expires_on, c.valid_to - ${today} as left
    from vendor v
    join organization g on g.id = v.org_id
    join vendor_certification c on c.org_id = v.org_id and c.vendor_id = v.id
    where v.status <> 'inactive'
      and c.ended_on is null
      and c.valid_to between ${today} - 365 and ${today} + ${days}::int
      and not exists (
        select 1
        from vendor_certification n
        where n.org_id = c.org_id
          and n.vendor_id = c.vendor_id
          and n.kind = c.kind
          and n.ended_on is null
          and (n.valid_to is null or n.valid_to > c.valid_to)
      )
    order by c.valid_to
    limit 50
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
