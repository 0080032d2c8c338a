import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { changedByDay, findingSaid, type AtDay, type Share } from "./run-finding.model.ts";
import type { PlannedPayment } from "./run.model.ts";

/** In how many days the run after this one goes out, as the rule of its day says; a week without one. */
export const daysBetweenRuns = async (db: Db, payOn: Day): Promise<number> =>
  leastOf(
    ownOrShipped(await listRules(db, ["discountPeriod"]), "discountPeriod", payOn),
    "runDays",
  ) ?? 7;

// Whose prompt-payment rule is missing on a day; null where the agency took one over.
const unruled = async (db: Db, payOn: Day): Promise<string | null> => {
  const held = ownOrShipped(await listRules(db, ["promptPayment"]), "promptPayment", payOn);
  if (held.some((rule) => rule.jurisdiction !== "federal")) return null;
  return `the agency's state for ${payOn.split("-")[0]}`;
};

/** The finding of what a run would pay, in words. */
export const findingOf = async (
  db: Db,
  payments: readonly PlannedPayment[],
  payOn: Day,
): Promise<string> =>
  findingSaid(
    payments.flatMap((p) =>
      p.invoices.map((i) => ({
        ...i,
        late: i.amount > 0 && i.dueOn !== null && i.dueOn < payOn,
      })),
    ),
    await unruled(db, payOn),
  );

/** What the bills of a run win, lost and owe, as they were proposed. */
export const sharesOfRun = (db: Db, runId: string): Promise<Share[]> =>
  db.rows<Share>(sql`
    select
      x.discount, x.interest, i.discount_on, false as late,
      case
        when i.discount_bp > 0 and x.discount = 0 and x.amount > 0 and i.discount_on < r.pay_on then round(
          x.amount * i.discount_bp / 10000.0
        )::bigint
        else 0
      end as discount_lost
    from payment p
    join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id
    join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
    where p.org_id = ${db.scope.orgId} and p.run_id = ${runId} and p.status <> 'cancelled'
    order by x.id
  `);

type Leaving = { approved: AtDay; leaving: AtDay };

const leavingOn = async (db: Db, runId: string, payOn: Day): Promise<Leaving[]> => {
  const rows = await db.rows<{
    number: string;
    discount: number;
    ended: number;
    interest: number;
    owed: number;
  }>(sql`
    select
      p.number, sum(x.discount)::bigint as discount,
      coalesce(sum(x.discount) filter (where i.discount_on < ${payOn}::date), 0)::bigint as ended,
      sum(x.interest)::bigint as interest,
      sum(case
        when i.interest_bp > 0 and i.due_on < ${payOn}::date and x.amount > 0 then invoice_interest_due(
          i.org_id, i.id, ${payOn}::date
        )
        else 0
      end)::bigint as owed
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id and x.live
    join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
    where p.org_id = ${db.scope.orgId} and p.run_id = ${runId} and p.status = 'approved'
    group by p.id, p.number
    order by p.number
  `);
  return rows.map(({ number, discount, ended, interest, owed }) => ({
    approved: { number, discount, interest },
    leaving: { number, discount: discount - ended, interest: owed },
  }));
};

/**
 * Refuses to release what was approved for another day: a discount that has ended by `payOn`, interest that
 * is another by then. 409 day_changed with the payment.
 */
export const requireSameByDay = async (tx: Tx, runId: string, payOn: Day): Promise<void> => {
  for (const { approved, leaving } of await leavingOn(tx, runId, payOn)) {
    const changed = changedByDay(approved, leaving, payOn);
    if (changed) throw conflict("day_changed", changed);
  }
};
