import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { keyedDigest } from "#server/auth/sealing.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { columnOf, sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import type { ImportField, RowProblem } from "#server/import/importer.ts";
import { bankChangeFields, type BankChangeInput } from "./bank.model.ts";
import { proposeBankChange } from "./bank.service.ts";

const { bankName, routingNumber, accountNumber, accountType } = bankChangeFields;
/** What a row may say of an account: as typed by hand, each cell may be empty. */
export const bankRowFields = {
  bankName: bankName.optional(),
  routingNumber: routingNumber.optional(),
  accountNumber: accountNumber.optional(),
  accountType: accountType.optional(),
};
export type BankCells = {
  name: string;
  bankName?: string | undefined;
  routingNumber?: string | undefined;
  accountNumber?: string | undefined;
  accountType?: "checking" | "savings" | undefined;
};
/** What of an account a row proposes; the way it came in is added when it is written. */
export type BankPlan = Omit<BankChangeInput, "reason">;

/** The columns, for who may propose accounts by hand. */
export const bankColumns: readonly ImportField[] = [
  { name: "bankName", label: "Bank", aliases: ["Bank name"], expected: "the bank's name" },
  {
    name: "routingNumber",
    label: "Routing number",
    aliases: ["Routing", "Routing no", "ABA", "ABA number", "Bank routing number"],
    expected: "nine digits with their check digit",
    type: cells.code,
  },
  {
    name: "accountNumber",
    label: "Account number",
    aliases: ["Bank account", "Bank account number", "Account no"],
    expected: "4 to 17 digits or letters",
    type: cells.code,
  },
  {
    name: "accountType",
    label: "Kind of account",
    aliases: ["Account type"],
    expected: "checking or savings",
    type: oneOf({ checking: "Checking", savings: "Savings" }),
  },
].map((field) => ({ ...field, permission: "vendor.editBank" as const }));

const missing = {
  routingNumber: "Enter the routing number too.",
  accountNumber: "Enter the account number too.",
  accountType: "Say whether it is a checking or a savings account.",
} as const;
/**
 * What is missing of a row's account, or null: an account is routing number, number and kind; the
 * bank's name is only for people.
 */
export const bankProblem = (row: BankCells): { path: string[]; message: string } | null => {
  if (!row.routingNumber && !row.accountNumber && !row.accountType && !row.bankName) return null;
  const field = (Object.keys(missing) as (keyof typeof missing)[]).find((f) => !row[f]);
  return field ? { path: [field], message: missing[field] } : null;
};

/**
 * Routing and account number joined by `:`, as the digest takes them, or null without an account.
 */
export const accountKeyOf = (
  row: Pick<BankCells, "routingNumber" | "accountNumber">,
): string | null =>
  row.routingNumber && row.accountNumber ? `${row.routingNumber}:${row.accountNumber}` : null;

export type Holder = { digest: string; id: string; number: string; name: string };
type Kept = { vendorId: string; digest: string; open: string | null };
/**
 * Accounts that the rows of a batch name, as the agency knows them: `shared` is another vendor in
 * use that had the account (or its proposal) before the file came.
 */
export type Accounts = {
  shared: (key: string, vendorId: string | null) => Holder | null;
  current: (key: string, vendorId: string) => boolean;
  open: (vendorId: string) => { number: string; same: (key: string) => boolean } | null;
};

/**
 * Reads by the keyed digests of the rows' accounts who is paid to them or is to be, and what the
 * known vendors of the batch have: two statements.
 */
export const readAccounts = async (
  db: Db,
  rows: readonly BankCells[],
  vendorIds: readonly string[],
  since: string,
): Promise<Accounts> => {
  const org = db.scope.orgId!;
  const digestOf = new Map(
    rows
      .flatMap((r) => accountKeyOf(r) ?? [])
      .map((key) => [key, keyedDigest("vendor-bank", org, key)]),
  );
  const [holders, kept] = await Promise.all([
    db.rows<Holder>(sql`
      select s.digest, v.id, v.number, v.name
      from unnest(${columnOf([...digestOf.values()])}::text[]) as k
      cross join lateral (
        select vendor_id, account_digest as digest
        from vendor_bank_account
        where org_id = ${org}
          and account_digest = k
          and ended_at is null
          and created_at < ${since}::timestamptz
        union
        select vendor_id, account_digest
        from vendor_bank_change
        where org_id = ${org}
          and account_digest = k
          and status = 'proposed'
          and created_at < ${since}::timestamptz
        offset 0
      ) s
      join vendor v on v.org_id = ${org} and v.id = s.vendor_id and v.status <> 'inactive'
      order by v.number
    `),
    db.rows<Kept>(sql`
      select vendor_id, account_digest as digest, null as open
      from vendor_bank_account
      where org_id = ${org} and vendor_id = any(${[...vendorIds]}::uuid[]) and ended_at is null
      union all
      select vendor_id, account_digest, number
      from vendor_bank_change
      where org_id = ${org} and vendor_id = any(${[...vendorIds]}::uuid[]) and status = 'proposed'
    `),
  ]);
  return {
    shared: (key, vendorId) =>
      holders.find((h) => h.digest === digestOf.get(key) && h.id !== vendorId) ?? null,
    current: (key, vendorId) =>
      kept.some(
        (k) => k.vendorId === vendorId && k.open === null && k.digest === digestOf.get(key),
      ),
    open: (vendorId) => {
      const open = kept.find((k) => k.vendorId === vendorId && k.open !== null);
      return open ? { number: open.open!, same: (key) => open.digest === digestOf.get(key) } : null;
    },
  };
};

const lastFour = (row: BankCells) => `account that ends in ${row.accountNumber!.slice(-4)}`;
/** Why a row for a new vendor with another's account is held back. */
export const sharedAccount = (row: BankCells, other: Holder): RowProblem => ({
  column: "Account number",
  expected: "an account that no other vendor is paid to",
  found: lastFour(row),
  fix: `Possible duplicate of ${other.number} ${other.name}: same bank account. Is it the same firm, put ${other.number} into the column Number; is it not, find out why, and put yes into the column Another firm.`,
});
/** The same for a vendor on file: shown, since whoever calls back sees it too. */
export const warnShared = (row: BankCells, other: Holder): RowProblem => ({
  column: "Account number",
  expected: "an account that no other vendor is paid to",
  found: lastFour(row),
  fix: `${other.number} ${other.name} has the same bank account. Find out why before anybody verifies it.`,
});

/**
 * What becomes of a row's account: proposed, nothing where it is the current or the proposed one,
 * or refused while another proposal is open.
 */
export const bankVerdict = (
  row: BankCells,
  accounts: Accounts,
  vendorId: string | null,
): { bank: BankPlan | null; problem?: RowProblem } => {
  const key = accountKeyOf(row);
  if (!key || (vendorId && accounts.current(key, vendorId))) return { bank: null };
  const open = vendorId ? accounts.open(vendorId) : null;
  if (open)
    return open.same(key)
      ? { bank: null }
      : {
          bank: null,
          problem: {
            column: "Account number",
            expected: "a vendor without an open change of bank details",
            found: lastFour(row),
            fix: `${open.number} proposes another account for this vendor: decide it first, or leave the bank columns of this row empty.`,
          },
        };
  return {
    bank: {
      bankName: row.bankName ?? "Not named in the file",
      routingNumber: row.routingNumber!,
      accountNumber: row.accountNumber!,
      accountType: row.accountType!,
    },
  };
};

/**
 * Proposes a row's account as if typed: somebody else must call back, then payments wait. 403
 * without `vendor.editBank`.
 */
export const proposeFromFile = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  bank: BankPlan,
  importId: string,
): Promise<void> => {
  if (actor.kind !== "system" && !actor.permissions.has("vendor.editBank"))
    throw notAllowed("Your role does not allow proposing bank details.");
  await proposeBankChange(tx, actor, vendorId, {
    ...bank,
    reason: `Came with a file (import ${importId})`,
  });
};
