import { z } from "zod";

/** A balance of a period as the finance system has it: debits less credits, by its own codes. */
export const balanceInput = z.object({
  period: z
    .string()
    .trim()
    .regex(/^\d{4}-\d{2}$/, "Enter a period such as 2027-01."),
  fund: z.string().trim().min(1, "Name the fund.").max(120),
  account: z.string().trim().min(1, "Name the account.").max(120),
  net: z.number("Enter an amount such as 1,234.56.").int(),
});
export type BalanceInput = z.output<typeof balanceInput>;

/** A fund and account of the finance system from both sides; cents, debits more than nothing. */
const comparedRow = z.object({
  fund: z.string(),
  account: z.string(),
  here: z.number(),
  /** What the finance system has; null where its balances do not name it. */
  there: z.number().nullable(),
  /** What of the ledger is not acknowledged yet: it waits, is under way, or was rejected. */
  notAcknowledged: z.number(),
  difference: z.number(),
  /** Who owes what, in words; empty where both agree. */
  owed: z.string(),
});
export type ComparedRow = z.output<typeof comparedRow>;

export const comparison = z
  .object({
    period: z.object({ id: z.string(), name: z.string() }).nullable(),
    here: z.number(),
    there: z.number(),
    /** Whether the finance system's balances of the period were taken in. */
    loaded: z.boolean(),
    rows: z.array(comparedRow),
    /** How many rows agree; they are not listed. */
    agreed: z.number(),
  })
  .meta({ id: "FinanceSystemComparison" });
export type Comparison = z.output<typeof comparison>;

/** A line of the ledger under the finance system's codes, and whether it was acknowledged. */
export type Here = { fund: string; account: string; cents: number; acknowledged: boolean };
export type There = { fund: string; account: string; cents: number };

const owedFor = (difference: number, notAcknowledged: number, isThere: boolean): string => {
  if (difference === 0) return "";
  if (difference === notAcknowledged) return "Not acknowledged by the finance system yet";
  if (notAcknowledged === 0)
    return isThere
      ? "Entered in the finance system alone, or changed there"
      : "Acknowledged, and not in the finance system's balances";
  return "Partly not acknowledged, partly changed in the finance system";
};

/**
 * Both sides of a period by fund and account of the finance system, those that differ first by what they
 * differ. What is here is added up from ledger lines, what is there is as its balances say.
 */
export const compared = (here: readonly Here[], there: readonly There[]): ComparedRow[] => {
  const rows = new Map<string, { fund: string; account: string; here: number; open: number }>();
  const keyOf = (l: { fund: string; account: string }) => JSON.stringify([l.fund, l.account]);
  const rowOf = (l: { fund: string; account: string }) => {
    const key = keyOf(l);
    const row = rows.get(key) ?? { fund: l.fund, account: l.account, here: 0, open: 0 };
    rows.set(key, row);
    return row;
  };
  for (const line of here) {
    const row = rowOf(line);
    row.here += line.cents;
    if (!line.acknowledged) row.open += line.cents;
  }
  const balances = new Map(there.map((balance) => [keyOf(balance), balance.cents]));
  for (const balance of there) rowOf(balance);
  return [...rows.values()]
    .map((row) => {
      const balance = balances.get(keyOf(row));
      const difference = row.here - (balance ?? 0);
      return {
        fund: row.fund,
        account: row.account,
        here: row.here,
        there: balance ?? null,
        notAcknowledged: row.open,
        difference,
        owed: owedFor(difference, row.open, balance !== undefined),
      };
    })
    .sort(
      (a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (keyOf(a) < keyOf(b) ? -1 : 1),
    );
};
