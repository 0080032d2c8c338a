import type { Day } from "#kernel/time.ts";
import { keyedDigest } from "#server/auth/sealing.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agencyBankPurpose } from "./agency-bank.service.ts";

/** An account of the agency that a bank named by its number. */
export type NumberedAccount = { id: string; name: string; currency: string };

// Banks fill account numbers with zeros in front, or leave theirs out.
const spellings = (number: string): string[] => {
  const plain = number.replace(/\D/g, "").replace(/^0+/, "");
  return Array.from({ length: 18 }, (_, length) => plain.padStart(length, "0"));
};

/**
 * The agency's accounts by the numbers that a bank's file gives, zeros in front aside; one that was
 * retired is among them. Where two banks have the same number, the one in use is taken.
 */
export const accountsNumbered = async (
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, NumberedAccount>> => {
  const orgId = db.scope.orgId!;
  const asked = new Map<string, string>();
  for (const number of new Set(numbers))
    for (const spelled of spellings(number))
      asked.set(keyedDigest(agencyBankPurpose, orgId, spelled), number);
  const rows = await db.rows<NumberedAccount & { digest: string }>(sql`
    select
      a.id, a.bank_name || ' ••' || a.account_last4 as name, g.currency, a.account_digest as digest
    from agency_bank_account a
    join organization g on g.id = a.org_id
    where a.org_id = ${orgId} and a.account_digest = any(${[...asked.keys()]}::text[])
    order by a.active, a.created_at
  `);
  return new Map(rows.map(({ digest, ...account }) => [asked.get(digest)!, account]));
};

/** The agency's accounts that are in use, the oldest first. */
export const agencyAccounts = (db: Db): Promise<NumberedAccount[]> =>
  db.rows<NumberedAccount>(sql`
    select a.id, a.bank_name || ' ••' || a.account_last4 as name, g.currency
    from agency_bank_account a
    join organization g on g.id = a.org_id
    where a.org_id = ${db.scope.orgId} and a.active
    order by a.created_at, a.id
    limit 200
  `);

/** What is out of an account: released and not cleared. */
export type AccountOutstanding = {
  id: string;
  name: string;
  active: boolean;
  fundIds: string[];
  /** The day up to which it is reconciled with its bank. */
  reconciledThrough: Day | null;
  outstanding: number;
  outstandingCount: number;
};

/** The agency's accounts, those in use first, with what is out of each in cents. */
export const accountsWithOutstanding = (db: Db): Promise<AccountOutstanding[]> =>
  db.rows<AccountOutstanding>(sql`
    select
      a.id, a.bank_name || ' ••' || a.account_last4 as name, a.active, a.fund_ids,
      a.reconciled_through, coalesce(sum(p.amount), 0)::bigint as outstanding,
      count(p.id)::int as outstanding_count
    from agency_bank_account a
    left join payment p
      on p.org_id = a.org_id
      and p.agency_account_id = a.id
      and p.status = 'released'
    where a.org_id = ${db.scope.orgId}
    group by a.org_id, a.id
    order by a.active desc, a.created_at, a.id
    limit 200
  `);
