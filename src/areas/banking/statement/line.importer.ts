import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { accountsNumbered, type NumberedAccount } from "#areas/finance/finance.server.ts";
import { watchAccounts } from "../match/alarm.service.ts";
import type { Said } from "./bai2.model.ts";
import { gapBetween, type Neighbour } from "./continuity.model.ts";
import { daysOfRows, type RowDay } from "./line-days.model.ts";
import { statementSha, storeStatement } from "./statement.service.ts";

const cents = z.number("Enter an amount such as 1,234.56.").int();
const rowSchema = z.object({
  account: z.string().trim().min(1).max(40),
  onDay: z.iso.date("Enter a date such as 2026-11-20."),
  amount: cents.optional(),
  credit: cents.optional(),
  debit: cents.optional(),
  balance: cents,
  check: z.string().trim().max(40).default(""),
  reference: z.string().trim().max(80).default(""),
  text: z.string().trim().max(500).default(""),
});
type Row = z.output<typeof rowSchema>;
type Plan = { account: NumberedAccount; said: Said };

// A bank says a debit with a minus, or without one in a column of its own.
const movedBy = (row: Row): number => row.amount ?? (row.credit ?? 0) - Math.abs(row.debit ?? 0);

const saidOf = (day: RowDay, rows: readonly Row[]): Said => ({
  onDay: day.onDay,
  opening: day.opening,
  closing: day.closing,
  entries: day.rows.map((at) => {
    const row = rows[at]!;
    return {
      typeCode: "",
      cents: movedBy(row),
      bankReference: row.reference,
      customerReference: row.check,
      text: row.text,
    };
  }),
});

type Kept = Neighbour & { accountId: string; sha256: string };
const keptOf = (db: Db, days: readonly RowDay[]) =>
  db.rows<Kept>(sql`
    select s.agency_account_id as account_id, s.number, s.on_day, s.opening, s.closing, s.sha256
    from bank_statement s
    where s.org_id = ${db.scope.orgId}
      and s.status = 'loaded'
      and s.agency_account_id = any(${days.map((d) => d.accountId)}::uuid[])
    order by s.on_day
  `);

type Fault = { row: number; problem: RowProblem };
const at = (row: number, column: string, expected: string, found: string, fix: string): Fault => ({
  row,
  problem: { column, expected, found, fix },
});

// What is wrong with a day beside what is here and what came before it in the file.
const faultOf = (
  db: Db,
  day: RowDay,
  account: NumberedAccount,
  before: Neighbour | null,
  behind: Neighbour | null,
): Fault | null => {
  const first = day.rows[0]!;
  if (day.breaks)
    return at(
      day.breaks.row,
      "Balance",
      formatCents(day.breaks.expected),
      "another balance",
      "The balances of this day do not go on from line to line: a line is missing, or the newest stands first. Sort the oldest first and take the day whole.",
    );
  if (day.onDay > businessDate(db.scope))
    return at(first, "Day", "a day that has come", formatDate(day.onDay), "Correct the day.");
  if (before && before.onDay >= day.onDay)
    return at(
      first,
      "Day",
      `a day after ${formatDate(before.onDay)}`,
      formatDate(day.onDay),
      "Sort the file by day, the oldest first.",
    );
  const gap = gapBetween(account.name, day, before, behind);
  return gap
    ? at(first, "Balance", "balances that join the days beside it", formatCents(day.opening), gap)
    : null;
};

const refusedDay = (day: RowDay, fault: Fault): Map<number, Verdict<Plan>> =>
  new Map(
    day.rows.map((row) => [
      row,
      {
        action: "reject",
        problem:
          row === fault.row
            ? fault.problem
            : { ...fault.problem, fix: `The day is taken whole. ${fault.problem.fix}` },
      },
    ]),
  );

// Days of one account, in the order of the file: after one that is refused the next cannot join.
const judged = (
  db: Db,
  account: NumberedAccount,
  days: readonly RowDay[],
  rows: readonly Row[],
  kept: readonly Kept[],
): Map<number, Verdict<Plan>> => {
  const verdicts = new Map<number, Verdict<Plan>>();
  let former: Neighbour | null = null;
  for (const day of days) {
    const said = saidOf(day, rows);
    const same = kept.find((k) => k.onDay === day.onDay);
    const stored = kept.findLast((k) => k.onDay < day.onDay) ?? null;
    const before: Neighbour | null =
      former && (!stored || former.onDay > stored.onDay) ? former : stored;
    const known = same && same.sha256 === statementSha(said);
    const fault = known
      ? null
      : same
        ? at(
            day.rows[0]!,
            "Day",
            `what ${same.number} says of it`,
            "other lines",
            "This day is loaded with other lines. Withdraw its statement first if the bank corrected it.",
          )
        : faultOf(db, day, account, before, kept.find((k) => k.onDay > day.onDay) ?? null);
    if (fault) for (const [row, verdict] of refusedDay(day, fault)) verdicts.set(row, verdict);
    else {
      const verdict: Verdict<Plan> = known
        ? { action: "skip" }
        : { action: "create", plan: { account, said } };
      for (const row of day.rows) verdicts.set(row, verdict);
    }
    if (!fault) former = { number: "the day before in the file", ...day };
  }
  return verdicts;
};

const noAccount = (row: Row): Verdict<Plan> => ({
  action: "reject",
  problem: {
    column: "Account",
    expected: "the number of one of the agency's accounts",
    found: row.account.slice(-4).padStart(6, "•"),
    fix: "Set the account up under Payments, Bank accounts, or correct its number.",
  },
});
const nothing: Verdict<Plan> = {
  action: "reject",
  problem: {
    column: "Amount",
    expected: "an amount, or a credit or debit",
    found: "nothing",
    fix: "Match the column that says what moved; leave lines without an amount out.",
  },
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const accounts = await accountsNumbered(
    db,
    rows.map((r) => r.account),
  );
  const days = daysOfRows(
    rows.map((row) => {
      const account = accounts.get(row.account);
      if (!account || movedBy(row) === 0) return null;
      return {
        accountId: account.id,
        onDay: row.onDay as Day,
        cents: movedBy(row),
        balance: row.balance,
      };
    }),
  );
  const kept = await keptOf(db, days);
  const verdicts = new Map<number, Verdict<Plan>>();
  for (const account of new Map([...accounts.values()].map((a) => [a.id, a])).values())
    for (const [row, verdict] of judged(
      db,
      account,
      days.filter((d) => d.accountId === account.id),
      rows,
      kept.filter((k) => k.accountId === account.id),
    ))
      verdicts.set(row, verdict);
  return rows.map(
    (row, n) => verdicts.get(n) ?? (accounts.has(row.account) ? nothing : noAccount(row)),
  );
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  const plans = [...new Set(rows.map((r) => r.plan))];
  for (const { account, said } of plans)
    await storeStatement(tx, actor, account, said, {
      source: "csv",
      fileId: null,
      fileName: null,
    });
  await watchAccounts(
    tx,
    actor,
    plans.map((p) => p.account.id),
  );
};

/** Lines of bank statements: each day of an account is taken whole or not at all. */
export const bankLineImporter = defineImporter({
  kind: "bank-lines",
  label: "bank line",
  permission: "bank.import",
  // Days join each other, so the whole file is judged at once.
  batch: 100_000,
  fields: [
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account number", "Account No"],
      expected: "the account's number",
      type: cells.code,
    },
    {
      name: "onDay",
      label: "Day",
      required: true,
      aliases: ["Date", "Posted", "Posting date", "As of date"],
      type: cells.recentDay,
    },
    {
      name: "amount",
      label: "Amount",
      aliases: ["Net amount"],
      expected: "dollars and cents, a minus for what went out",
      type: cells.money,
    },
    { name: "credit", label: "Credit", aliases: ["Deposit", "Came in"], type: cells.money },
    { name: "debit", label: "Debit", aliases: ["Withdrawal", "Went out"], type: cells.money },
    {
      name: "balance",
      label: "Balance",
      required: true,
      aliases: ["Running balance", "Ledger balance"],
      expected: "what the account came to behind this line",
      type: cells.money,
    },
    {
      name: "check",
      label: "Check or reference",
      aliases: ["Check number", "Check", "Customer reference"],
      type: cells.code,
    },
    {
      name: "reference",
      label: "Bank's reference",
      aliases: ["Bank reference", "Trace number"],
      type: cells.code,
    },
    { name: "text", label: "Text", aliases: ["Description", "Memo", "Details"] },
  ],
  schema: rowSchema,
  sum: "amount",
  // Two lines may say the same: what tells them apart is the balance behind them.
  keys: () => [],
  plan,
  apply,
});
