import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { accountsNumbered } from "#areas/finance/finance.server.ts";
import { enterException } from "./exception.service.ts";
import { exceptionInput, type ExceptionInput } from "./positive.model.ts";

const { checkNumber, cents, payee, presentedOn, cutOff } = exceptionInput.shape;
const rowSchema = z.object({
  account: z.string().trim().min(1, "Name the account.").max(40),
  ...{ checkNumber, payee, presentedOn },
  amount: cents,
  cutOff: cutOff.default("14:00"),
});
type Row = z.output<typeof rowSchema>;

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<ExceptionInput>[]> => {
  const accounts = await accountsNumbered(
    db,
    rows.map(({ account }) => account),
  );
  const known = await db.rows<{ key: string }>(sql`
    select agency_account_id || ' ' || check_number || ' ' || presented_on || ' ' || presented_cents as key
    from check_exception
    where org_id = ${db.scope.orgId}
      and check_number = any(${rows.map((row) => row.checkNumber)}::text[])
  `);
  const keys = new Set(known.map(({ key }) => key));
  return rows.map((row): Verdict<ExceptionInput> => {
    const accountId = accounts.get(row.account)?.id;
    if (!accountId)
      return {
        action: "reject",
        problem: {
          ...{ column: "Account", expected: "an account of the agency", found: row.account },
          fix: "Enter the account under Bank accounts, or correct its number.",
        },
      };
    const { account: _account, amount, ...rest } = row;
    return keys.has(`${accountId} ${row.checkNumber} ${row.presentedOn} ${amount}`)
      ? { action: "skip" }
      : { action: "create", plan: { ...rest, cents: amount, accountId } };
  });
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, ExceptionInput>[],
): Promise<void> => {
  for (const { plan: input } of rows) await enterException(tx, actor, input);
};

/** Checks that a bank asks about, from its file: each once. */
export const exceptionImporter = defineImporter({
  kind: "check-exceptions",
  label: "check exceptions",
  permission: "bank.import",
  batch: 100,
  schema: rowSchema,
  keys: (row) => [`${row.account} ${row.checkNumber} ${row.presentedOn} ${row.amount}`],
  plan,
  apply,
  fields: [
    {
      ...{ name: "account", label: "Account", required: true, type: cells.code },
      aliases: ["Account number"],
    },
    {
      ...{ name: "checkNumber", label: "Check", required: true, type: cells.code },
      aliases: ["Check number", "Serial number"],
    },
    {
      ...{ name: "amount", label: "Amount", required: true, type: cells.money },
      aliases: ["Presented amount", "Paid amount"],
    },
    { name: "payee", label: "Payee", aliases: ["Payee name"] },
    {
      ...{ name: "presentedOn", label: "Presented", required: true, type: cells.recentDay },
      aliases: ["Paid date", "Presented date", "Date"],
    },
    { name: "cutOff", label: "Cut-off", expected: "a time of today such as 14:00" },
  ],
});
