import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { addDays } from "#kernel/time.ts";
import { booksUntil, receivedOf } from "../award/books.service.ts";
import { federalOf } from "../drawdown/share.model.ts";
import type { award } from "../grants.tables.ts";
import type { SefaRow } from "./report.model.ts";

/**
 * The schedule of expenditures of federal awards (2 CFR 200.510(b)): what federal awards expended in
 * the days of a fiscal year on their basis of accounting, by assistance listing. What was posted, paid
 * or voided after these days is not in it.
 */
export const readSefa = async (db: Db, days: { from: string; to: string }): Promise<SefaRow[]> => {
  const awards = await db.rows<typeof award.$inferSelect>(sql`
    select *
    from grant_award
    where org_id = ${db.scope.orgId} and federal
    order by assistance_listing, number
  `);
  const rows = await Promise.all(
    awards.map(async (w) => {
      const [before, after, received] = await Promise.all([
        booksUntil(db, w, addDays(days.from, -1)),
        booksUntil(db, w, days.to),
        receivedOf(db, w.id),
      ]);
      const spent = ({ costs }: typeof before) =>
        federalOf(
          costs.reduce((n, c) => n + (w.basis === "accrual" ? c.cents : c.paid), 0),
          w.shareRate,
          w.amount,
        );
      return {
        assistanceListing: w.assistanceListing,
        grantor: w.grantor,
        program: w.program || w.title,
        awards: w.grantorNumber || w.number,
        expended: spent(after) - spent(before),
        received: received.reduce(
          (n, r) => n + (r.on >= days.from && r.on <= days.to ? r.cents : 0),
          0,
        ),
      };
    }),
  );
  return rows.filter((r) => r.expended !== 0 || r.received !== 0);
};
