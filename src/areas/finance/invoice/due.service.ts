import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CashSource } from "#server/outlook/sources.ts";

/** What is still to pay of invoices, by the day on which it is due. */
export const paymentsDue: CashSource = {
  id: "payments",
  label: "Payments due",
  permission: "invoice.read",
  read: async (db: Db, until: Day) => {
    const due = await db.rows<{ dueOn: Day; cents: number; n: number }>(sql`
      select
        due_on, sum(total - (retainage - retainage_released) - paid_amount)::bigint as cents,
        count(*)::int as n
      from invoice
      where org_id = ${db.scope.orgId}
        and status not in ('paid', 'voided', 'rejected')
        and due_on <= ${until}::date
      group by 1
      order by 1
    `);
    return due.map(({ dueOn, cents, n }) => ({
      on: dueOn,
      what: counted(n, "invoice is due", "invoices are due"),
      cents: -cents,
      opens: `/invoices?unpaid=true&dueOn.min=${dueOn}&dueOn.max=${dueOn}`,
    }));
  },
};
