import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { budgetActual } from "../planning.tables.ts";

const rowSchema = z.object({
  year: z.number("Enter a year such as 2025.").int().min(1990).max(2200),
  month: z.number("Enter the month of the fiscal year, 1 to 12.").int().min(1).max(12),
  account: z.string().trim().toUpperCase().min(1).max(120),
  amount: z.number("Enter an amount such as 1,200.00 or (1,200.00).").int(),
  source: z.string().trim().max(60, "Use at most 60 characters.").default(""),
});
type Row = z.output<typeof rowSchema>;
const keyOf = (row: Row) => `${row.year} ${row.month} ${row.account}`;

const apply = async (tx: Tx, _actor: Actor, rows: readonly Planned<Row, string>[]) =>
  insertRows(
    tx,
    budgetActual,
    rows.map(({ row, plan }) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      year: row.year,
      month: row.month,
      accountStringId: plan,
      cents: row.amount,
      source: row.source,
    })),
  );

/**
 * Actuals of past years by month, beside the ledger and never in it: one row per year, month and
 * account string. What is there with another amount is refused, never overwritten.
 */
export const actualImporter = defineImporter({
  kind: "budget-actuals",
  label: "monthly actuals",
  permission: "budget.import",
  fields: [
    {
      name: "year",
      label: "Fiscal year",
      required: true,
      aliases: ["FY", "Year"],
      expected: "a year such as 2025",
      type: cells.fiscalYear,
    },
    {
      name: "month",
      label: "Month",
      required: true,
      aliases: ["Period", "Fiscal month"],
      expected: "the month of the fiscal year, 1 to 12",
      type: cells.whole,
    },
    {
      name: "account",
      label: "Account string",
      required: true,
      aliases: ["Account", "String"],
      expected: "an account string such as 101-PRK-5210",
      type: cells.code,
    },
    {
      name: "amount",
      label: "Amount",
      required: true,
      aliases: ["Actual", "Spent"],
      expected: "dollars and cents",
      type: cells.money,
    },
    {
      name: "source",
      label: "Source",
      aliases: ["System", "Former system"],
      expected: "the system that it comes from; charts name it",
    },
  ],
  schema: rowSchema,
  spread: { by: "month", value: "amount" },
  addUp: "amount",
  keys: (row) => [keyOf(row)],
  plan: async (db, rows) => {
    const [strings, there] = await Promise.all([
      db.rows<{ id: string; code: string }>(sql`
        select id, code
        from account_string
        where org_id = ${db.scope.orgId}
          and code = any(${[...new Set(rows.map((r) => r.account))]}::text[])
      `),
      db.rows<{ key: string; cents: number }>(sql`
        select a.year || ' ' || a.month || ' ' || s.code as key, a.cents
        from budget_actual a
        join account_string s on s.org_id = a.org_id and s.id = a.account_string_id
        where a.org_id = ${db.scope.orgId}
          and s.code = any(${[...new Set(rows.map((r) => r.account))]}::text[])
      `),
    ]);
    const ids = new Map(strings.map((s) => [s.code, s.id]));
    const known = new Map(there.map((t) => [t.key, t.cents]));
    return rows.map((row): Verdict<string> => {
      const id = ids.get(row.account);
      if (!id)
        return {
          action: "reject",
          problem: {
            column: "Account string",
            expected: "an account string of the agency",
            found: row.account,
            fix: `${row.account} does not exist: add it under Funds and accounts, or correct the code.`,
          },
        };
      const before = known.get(keyOf(row));
      if (before === row.amount) return { action: "skip" };
      if (before !== undefined)
        return {
          action: "reject",
          problem: {
            column: "Amount",
            expected: formatCents(before),
            found: formatCents(row.amount),
            fix: "This month was imported with another amount, and is not overwritten.",
          },
        };
      return { action: "create", plan: id };
    });
  },
  apply,
});
