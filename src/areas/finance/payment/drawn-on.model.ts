import type { Block } from "./plan.model.ts";

/** An account in use, as a plan sees it: its name and the funds that it alone pays. */
export type PayingAccount = { id: string; name: string; fundIds: readonly string[] };

/** Whether an account in use pays a fund: the one that names it, else those that name none. */
export const pays = (
  account: PayingAccount,
  accounts: readonly PayingAccount[],
  fundId: string,
): boolean =>
  account.fundIds.length > 0
    ? account.fundIds.includes(fundId)
    : accounts.every((a) => !a.fundIds.includes(fundId));

/**
 * Why an invoice on these funds is not paid from an account, or null. Funds of one invoice that are
 * paid from different accounts leave it unpaid until one account carries them.
 */
export const accountBlock = (
  account: PayingAccount,
  accounts: readonly PayingAccount[],
  funds: readonly { id: string; code: string }[],
): Block | null => {
  const other = funds.filter((f) => !pays(account, accounts, f.id));
  if (other.length === 0) return null;
  const codes = other.map((f) => f.code).join(", ");
  const owner = accounts.find((a) => other.every((f) => pays(a, accounts, f.id)));
  const reason =
    other.length < funds.length
      ? `Its funds are paid from different accounts: ${codes} not from ${account.name}. Let one account carry them, under Payments, Bank accounts.`
      : owner
        ? `Fund ${codes} is paid from ${owner.name}.`
        : `Fund ${codes} is not paid from ${account.name}.`;
  return { code: "other_account", reason };
};
