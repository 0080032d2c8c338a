import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { unseal } from "#server/auth/sealing.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { agencyBankPurpose } from "./agency-bank.service.ts";
import { agencyBankAccount } from "./payment.tables.ts";

/** A check of the agency as its bank has to know it; cents. */
export type CheckOut = {
  id: string;
  runId: string | null;
  runNumber: string;
  checkNumber: string;
  payee: string;
  cents: number;
  issuedOn: Day;
  status: string;
  /** The day on which it was voided; null while it stands. */
  voidedOn: Day | null;
  clearedOn: Day | null;
  staleOn: Day | null;
  /** Who released its run. */
  releasedBy: string | null;
};

/** Checks that were written from an account, the oldest first; of some numbers where they are given. */
export const checksOut = (
  db: Db,
  accountId: string,
  numbers: readonly string[] | null = null,
): Promise<CheckOut[]> =>
  db.rows<CheckOut>(sql`
    select
      p.id, p.run_id, coalesce(r.number, '') as run_number, p.check_number, v.name as payee,
      p.amount as cents, p.paid_on as issued_on, p.status,
      case
        when p.status = 'voided' then (
          select max(e.on_day)
          from cash_entry e
          where e.org_id = p.org_id and e.payment_id = p.id
        )
      end as voided_on,
      p.cleared_on, p.stale_on, r.released_by
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    left join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${db.scope.orgId}
      and p.method = 'check'
      and p.agency_account_id = ${accountId}
      and p.check_number is not null
      and p.paid_on is not null
      and (
        ${numbers === null}::boolean
        or p.check_number = any(${numbers === null ? [] : [...numbers]}::text[])
      )
    order by p.paid_on, p.check_number
    limit 20000
  `);

/** The whole number of an account of the agency, for a file of its bank. 404. */
export const numberOfAccount = async (tx: Tx, id: string): Promise<string> => {
  const row = await getRow(tx, agencyBankAccount, id, "bank account");
  if (!row.accountSealed) throw notFound("bank account");
  return unseal(agencyBankPurpose, `${row.orgId} ${row.id}`, row.accountSealed);
};
