import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { pays, type PayingAccount } from "./drawn-on.model.ts";

/** Accounts and the days on which something is written to them. */
type Written = { agencyAccountId: string | null; onDay: Day };

type Through = { id: string; name: string; reconciledThrough: Day | null };

// Held until the transaction ends, so that no month is confirmed between the look and the writing.
const throughOf = (tx: Tx, ids: readonly string[]) =>
  tx.rows<Through>(sql`
    select a.id, a.bank_name || ' ••' || a.account_last4 as name, a.reconciled_through
    from agency_bank_account a
    where a.org_id = ${tx.scope.orgId} and a.id = any(${[...ids]}::uuid[])
    order by a.id
    for share
  `);

/**
 * Refuses what would change an account on a day up to which it is reconciled with its bank: 409
 * `reconciled`, with the account and the day.
 */
export const requireNotReconciled = async (tx: Tx, written: readonly Written[]): Promise<void> => {
  const ids = [...new Set(written.flatMap((w) => w.agencyAccountId ?? []))];
  if (ids.length === 0) return;
  const accounts = new Map((await throughOf(tx, ids)).map((a) => [a.id, a]));
  for (const { agencyAccountId, onDay } of written) {
    const account = agencyAccountId ? accounts.get(agencyAccountId) : undefined;
    if (account?.reconciledThrough && onDay <= account.reconciledThrough)
      throw conflict(
        "reconciled",
        `${account.name} is reconciled with the bank through ${formatDate(account.reconciledThrough)}, so nothing is written to it on ${formatDate(onDay)}. Enter a later day, or have the month reopened under Payments, Bank.`,
      );
  }
};

/**
 * Refuses receipts on a day up to which an account of their funds is reconciled: 409 `reconciled`.
 */
export const requireReceiptNotReconciled = async (
  tx: Tx,
  journalId: string,
  onDay: Day,
): Promise<void> => {
  const accounts = await tx.rows<PayingAccount>(sql`
    select a.id, a.bank_name || ' ••' || a.account_last4 as name, a.fund_ids
    from agency_bank_account a
    where a.org_id = ${tx.scope.orgId} and a.active
    order by a.id
  `);
  const funds = await tx.rows<{ id: string }>(sql`
    select distinct s.fund_id as id
    from journal_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${tx.scope.orgId} and l.journal_id = ${journalId}
  `);
  await requireNotReconciled(
    tx,
    accounts
      .filter((account) => funds.some(({ id }) => pays(account, accounts, id)))
      .map(({ id }) => ({ agencyAccountId: id, onDay })),
  );
};

/**
 * Sets the day up to which an account is reconciled; null where no month of it is. Waits for whoever
 * writes to the account now.
 */
export const setReconciledThrough = async (
  tx: Tx,
  accountId: string,
  through: Day | null,
): Promise<void> => {
  await tx.rows(sql`
    update agency_bank_account
    set reconciled_through = ${through}
    where org_id = ${tx.scope.orgId} and id = ${accountId}
    returning id
  `);
};
