import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A purchase that was paid otherwise: cents, and the days between which the same could be billed. */
type Asked = { key: string; vendorId: string; cents: number; from: Day; until: Day };

/** Of purchases paid otherwise (by card), the invoice of the same vendor and total within their days. */
export const invoicesAlike = async (
  db: Db,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, string>> => {
  if (asked.length === 0) return new Map();
  const rows = await db.rows<{ key: string; number: string }>(sql`
    select distinct on (a.key) a.key, i.number
    from unnest(
      ${asked.map(({ key }) => key)}::text[], ${asked.map(({ vendorId }) => vendorId)}::uuid[],
      ${asked.map(({ cents }) => cents)}::bigint[], ${asked.map(({ from }) => from)}::date[],
      ${asked.map(({ until }) => until)}::date[]
    ) as a(key, vendor_id, cents, from_on, until_on)
    join invoice i
      on i.org_id = ${db.scope.orgId}
      and i.vendor_id = a.vendor_id
      and i.total = a.cents
    where i.kind = 'invoice'
      and i.status not in ('voided', 'rejected')
      and i.invoice_date between a.from_on and a.until_on
    order by a.key, i.invoice_date, i.number
  `);
  return new Map(rows.map(({ key, number }) => [key, number]));
};
