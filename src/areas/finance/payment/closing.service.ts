import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { ClosingMatter } from "#server/agencies/ending.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Payments that are neither settled nor cancelled: the agency does not end while money is on its way. */
export const paymentsThatRefuseEnd = async (db: Db): Promise<ClosingMatter[]> => {
  const { n, cents } = await db.one<{ n: number; cents: number }>(sql`
    select count(*)::int as n, coalesce(sum(amount), 0)::float8 as cents
    from payment
    where org_id = ${db.scope.orgId} and status in ('proposed', 'approved', 'released')
  `);
  if (n === 0) return [];
  return [
    {
      sentence: `${counted(n, "payment")} of ${formatCents(cents)} are open: settle or cancel them.`,
      href: "/payments",
    },
  ];
};
