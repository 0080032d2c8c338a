import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Db } from "#server/db/db.ts";
import type { ClosingMatter } from "#server/agencies/ending.ts";
import { sql } from "#server/db/sql.ts";

/** What the scope's agency still owes the one that runs the installation: it pays before it ends. */
export const billsThatRefuseEnd = async (db: Db): Promise<ClosingMatter[]> => {
  const { n, cents } = await db.one<{ n: number; cents: number }>(sql`
    select count(*)::int as n, coalesce(sum(total - paid - credited), 0)::float8 as cents
    from agency_bill
    where customer_id = ${db.scope.orgId} and kind = 'bill' and status = 'open'
  `);
  if (n === 0) return [];
  return [
    {
      sentence: `${counted(n, "bill")} for Levee with ${formatCents(cents)} to pay ${n === 1 ? "is" : "are"} open: pay, or have them settled.`,
      href: "/billing",
    },
  ];
};
