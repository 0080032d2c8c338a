import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Pay of one person for some days, as the payroll register posted it. Cents; days both inclusive. */
export type PaidPay = {
  costLineId: string;
  documentNumber: string;
  employee: string;
  incurredFrom: Day;
  incurredTo: Day;
  paid: number;
  /** Paid cents that no funder has claimed. */
  open: number;
};

/** Pay that touches these days, person by person and period by period, in the order of its days. */
export const payrollPaid = (db: Db, days: { from: string; to: string }): Promise<PaidPay[]> =>
  db.rows<PaidPay>(sql`
    select
      c.id as cost_line_id, c.document_number, l.employee, c.incurred_from, c.incurred_to,
      c.paid - c.moved as paid, c.paid - c.moved - c.claimed as open
    from cost_line c
    join journal_line l on l.org_id = c.org_id and l.id = c.source_id
    where c.org_id = ${db.scope.orgId}
      and c.source = 'payroll'
      and c.reversed_on is null
      and c.incurred_to >= ${days.from}
      and c.incurred_from <= ${days.to}
    order by c.incurred_from, l.employee, c.id
    limit 20000
  `);
