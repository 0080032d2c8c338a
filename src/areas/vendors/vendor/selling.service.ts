import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { kindsOn } from "../certification/in-force.service.ts";

const kindsThen = kindsOn("v.org_id", "v.id", "t.day");
/** A vendor that sells something, with what speaks for it and against it. */
export type Selling = {
  id: string;
  number: string;
  name: string;
  status: string;
  city: string | null;
  state: string | null;
  diversity: string[];
  codes: string[];
  screening: string | null;
  debarredUntil: Day | null;
  holdReason: string | null;
  insuranceEnds: Day | null;
  score: number | null;
};

/**
 * Vendors that name one of these codes or a code of the same branch (four digits), whatever their status, at
 * most 300; records that are drafts or merged into another one sell nothing.
 */
export const vendorsSelling = (db: Db, codes: readonly string[]): Promise<Selling[]> =>
  db.rows<Selling>(sql`
    select
      v.id, v.number, v.name, v.status, v.city, v.state, ${raw(kindsThen)} as diversity,
      array(
        select c
        from unnest(v.commodity_codes) c
        where c = any(${[...codes]}::text[])
        order by c
      ) as codes,
      v.screening_result as screening, d.until_on as debarred_until, v.hold_reason,
      v.insurance_expires_on as insurance_ends, s.score::float8 as score
    from vendor v
    cross join (select ${businessDate(db.scope)}::date as day) t
    left join vendor_score s on s.org_id = v.org_id and s.vendor_id = v.id
    left join lateral (
        select max(until_on) as until_on
        from vendor_debarment
        where org_id = v.org_id
          and vendor_id = v.id
          and from_on <= t.day
          and until_on >= t.day
          and ended_on is null
      ) d
      on true
    where v.org_id = ${db.scope.orgId}
      and v.status <> 'draft'
      and v.merged_into_id is null
      and exists (
        select 1
        from unnest(v.commodity_codes) c, unnest(${[...codes]}::text[]) w
        where c = w or left(c, 4) = left(w, 4)
      )
    order by v.name, v.id
    limit 300
  `);
