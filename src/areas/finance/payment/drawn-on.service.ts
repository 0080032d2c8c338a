import { invalidField } from "#kernel/errors.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { accountBlock, type PayingAccount } from "./drawn-on.model.ts";
import type { Block } from "./plan.model.ts";

export type { PayingAccount } from "./drawn-on.model.ts";

type Fund = { id: string; code: string };

// By invoice; asked only where an account is kept to funds.
const fundsOf = async (db: Db, invoiceIds: readonly string[]): Promise<Map<string, Fund[]>> => {
  const rows = await db.rows<{ id: string; invoiceId: string }>(sql`
    select distinct s.invoice_id, a.fund_id as id
    from invoice_share s
    join account_string a on a.org_id = s.org_id and a.id = s.account_string_id
    where s.org_id = ${db.scope.orgId} and s.invoice_id = any(${[...invoiceIds]}::uuid[])
    order by a.fund_id
  `);
  const codes = new Map((await listFunds(db)).map((f) => [f.id, f.code]));
  const funds = new Map<string, Fund[]>();
  for (const { invoiceId, id } of rows)
    funds.set(invoiceId, [...(funds.get(invoiceId) ?? []), { id, code: codes.get(id) ?? "" }]);
  return funds;
};

/**
 * The account that a run is drawn on (the one asked for, else the first in use; null where none is
 * set up), and why invoices are not paid from it. 422 for an account that is not in use.
 */
export const drawnOn = async (
  db: Db,
  asked: string | null,
  invoiceIds: readonly string[],
): Promise<{
  account: PayingAccount | null;
  elsewhere: (invoiceId: string) => Block | null;
}> => {
  const accounts = await db.rows<PayingAccount>(sql`
    select id, bank_name || ' ••' || account_last4 as name, fund_ids
    from agency_bank_account
    where org_id = ${db.scope.orgId} and active
    order by created_at, id
  `);
  const account = asked ? accounts.find((a) => a.id === asked) : accounts[0];
  if (asked && !account)
    throw invalidField("agencyAccountId", "Choose an account of the agency that is in use.");
  if (!account || accounts.every((a) => a.fundIds.length === 0))
    return { account: account ?? null, elsewhere: () => null };
  const funds = await fundsOf(db, invoiceIds);
  return { account, elsewhere: (id) => accountBlock(account, accounts, funds.get(id) ?? []) };
};
