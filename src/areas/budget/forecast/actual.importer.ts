import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { auditMany } from "#server/audit/audit.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { budgetActual } from "../planning.tables.ts";

const rowSchema = z.object({
  year: z.number("Enter a year such as 2025.").int().min(1990).max(2200),
  month: z.number("Enter the month of the fiscal year, 1 to 12.").int().min(1).max(12),
  account: z.string().trim().toUpperCase().min(1).max(120),
  amount: z.number("Enter an amount such as 1,200.00 or (1,200.00).").int(),
  source: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  replaces: z.boolean().default(false),
});
type OnFile = { id: string; key: string; cents: number; source: string };
type Plan = { accountStringId: string; before: OnFile | null };
type Row = z.output<typeof rowSchema>;
const keyOf = (row: Row) => `${row.year} ${row.month} ${row.account}`;

const replace = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Plan>[],
  importId: string,
): Promise<void> => {
  await tx.rows(sql`
    update budget_actual a
    set cents = t.cents, source = t.source
    from unnest(
      ${rows.map(({ plan }) => plan.before!.id)}::uuid[],
      ${rows.map(({ row }) => row.amount)}::bigint[],
      ${rows.map(({ row, plan }) => row.source || plan.before!.source)}::text[]
    ) as t(id, cents, source)
    where a.org_id = ${tx.scope.orgId} and a.id = t.id
  `);
  auditMany(
    tx,
    actor,
    rows.map(({ row, plan }) => ({
      action: "budgetActual.replace",
      objectType: "budgetActual",
      objectId: plan.before!.id,
      objectNumber: keyOf(row),
      before: { cents: plan.before!.cents, source: plan.before!.source },
      after: { cents: row.amount, source: row.source || plan.before!.source },
      note: `Import ${importId}`,
    })),
  );
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Plan>[],
  importId: string,
): Promise<void> => {
  const changed = rows.filter(({ action }) => action === "update");
  if (changed.length > 0) await replace(tx, actor, changed, importId);
  await insertRows(
    tx,
    budgetActual,
    rows
      .filter(({ action }) => action === "create")
      .map(({ row, plan }) => ({
        orgId: tx.scope.orgId!,
        id: newId(),
        year: row.year,
        month: row.month,
        accountStringId: plan.accountStringId,
        cents: row.amount,
        source: row.source,
      })),
  );
};

const month = ({ year, month, account }: Row) => `Month ${month} of ${year}, ${account}`;
// A month that is on file with another amount is a question: only who says so replaces it.
const onKnown = (row: Row, accountStringId: string, before: OnFile): Verdict<Plan> => {
  if (before.cents === row.amount) return { action: "skip" };
  const [onFile, inFile] = [formatCents(before.cents), formatCents(row.amount)];
  if (!row.replaces)
    return verdictOnKnown(
      month(row),
      [{ column: "Amount", onFile, inFile }],
      "Where this file corrects what was imported, match “Takes the place of what is on file” with the same word in every row: yes.",
    );
  const warning = {
    column: "Amount",
    expected: onFile,
    found: inFile,
    fix: "These amounts take the place of what was imported before.",
  };
  return { action: "update", plan: { accountStringId, before }, warnings: [warning] };
};

/**
 * Actuals of past years by month, beside the ledger and never in it: one row per year, month and
 * account string. What is there with another amount is a question: it is replaced where the file says so.
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
    {
      name: "replaces",
      label: "Takes the place of what is on file",
      aliases: ["Replace", "Replaces", "Correction"],
      expected: "yes where this amount corrects one that was imported",
      type: cells.yesNo,
      once: true,
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
      db.rows<OnFile>(sql`
        select a.id, a.year || ' ' || a.month || ' ' || s.code as key, a.cents, a.source
        from budget_actual a
        join account_string s on s.org_id = a.org_id and s.id = a.account_string_id
        where a.org_id = ${db.scope.orgId}
          and s.code = any(${[...new Set(rows.map((r) => r.account))]}::text[])
      `),
    ]);
    const ids = new Map(strings.map((s) => [s.code, s.id]));
    const known = new Map(there.map((t) => [t.key, t]));
    return rows.map((row): Verdict<Plan> => {
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
      if (before) return onKnown(row, id, before);
      return { action: "create", plan: { accountStringId: id, before: null } };
    });
  },
  apply,
});
