import { sql } from "#server/db/sql.ts";
import type { YearCarryover, Underway } from "#areas/budget/budget.server.ts";

// Posted invoices stay with the year that paid them.
export const invoiceCarryover: YearCarryover = {
  documentType: "invoice",
  one: "invoice not posted yet",
  many: "invoices not posted yet",
  href: "/invoices",
  underway: (db, year, lock) =>
    db.rows<Underway>(sql`
      select id, number, total as amount
      from invoice
      where org_id = ${db.scope.orgId}
        and fiscal_year_id = ${year}
        and status in ('received', 'exception', 'matched', 'in_approval', 'disputed')
      order by id ${lock ? sql`for update` : sql``}
    `),
  holds: async () => [],
  move: async (tx, ids, to) =>
    void (await tx.rows(sql`
      update invoice
      set fiscal_year_id = ${to}, version = version + 1
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    `)),
};
