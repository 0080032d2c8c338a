import type { Measure, PostingEvent } from "../rules/rules.labels.ts";
import { ownAccount } from "../rules/rules.labels.ts";
import type { RuleLine } from "../rules/rules.model.ts";

/** An account of the chart, as posting looks at it. */
export type ChartAccount = { id: string; code: string; role: string | null };

/** What a line leaves open: a bill that is owed, or what is withheld of it. */
type OpenItem = { item: "payable" | "retained"; itemId: string };

/** A line of an entry: debit more than nothing, credit less; cents. */
export type EntryLine = {
  fundId: string;
  accountId: string;
  accountStringId: string | null;
  code: string;
  cents: number;
  item: OpenItem["item"] | null;
  itemId: string | null;
};

/**
 * A part of what happened: an event in one fund, with its amounts in signed cents, the account string
 * of its record and the bill that it is about.
 */
export type Happening = {
  event: PostingEvent;
  fundId: string;
  amounts: Partial<Record<Measure, number>>;
  own: { accountStringId: string; accountId: string; code: string } | null;
  billId: string | null;
};

/** Why something is not posted, in words. */
export class NotPosted extends Error {}

const itemOf = (role: string | null, billId: string | null): OpenItem | null => {
  if (billId === null) return null;
  if (role === "vouchers") return { item: "payable", itemId: billId };
  if (role === "retainage") return { item: "retained", itemId: billId };
  return null;
};

// Budgetary accounts keep the account string whose budget they speak of.
const keepsString: ReadonlySet<string> = new Set(["encumbrances", "appropriations", "estimated"]);

const linesOf = (
  happening: Happening,
  rules: readonly RuleLine[],
  chart: ReadonlyMap<string, ChartAccount>,
): EntryLine[] =>
  rules
    .filter((rule) => rule.event === happening.event)
    .map((rule) => {
      const cents = (rule.side === "debit" ? 1 : -1) * (happening.amounts[rule.measure] ?? 0);
      const { own } = happening;
      if (rule.account === ownAccount) {
        if (!own) throw new NotPosted("Its record names no account string.");
        return { fundId: happening.fundId, ...own, cents, item: null, itemId: null };
      }
      const account = chart.get(rule.account);
      if (!account)
        throw new NotPosted(`${rule.account} is no account of the general ledger in use.`);
      const item = itemOf(account.role, happening.billId);
      const isAbout = own && account.role !== null && keepsString.has(account.role);
      return {
        fundId: happening.fundId,
        accountId: account.id,
        accountStringId: isAbout ? own.accountStringId : null,
        code: isAbout ? own.code : "",
        cents,
        item: item?.item ?? null,
        itemId: item?.itemId ?? null,
      };
    });

const keyOf = (l: EntryLine) =>
  [l.fundId, l.accountId, l.accountStringId, l.item, l.itemId].join(" ");

/** Lines on the same account and item become one; what comes to nothing is left out. */
export const merged = (lines: readonly EntryLine[]): EntryLine[] => {
  const sums = new Map<string, EntryLine>();
  for (const line of lines) {
    const sum = sums.get(keyOf(line));
    sums.set(keyOf(line), sum ? { ...sum, cents: sum.cents + line.cents } : { ...line });
  }
  return [...sums.values()].filter((l) => l.cents !== 0);
};

/**
 * The lines of what happened by the posting rules, balanced in each fund. `chart`: accounts by code.
 * Throws `NotPosted` with the reason where no rule covers an event or an account is missing.
 */
export const entryLines = (
  happenings: readonly Happening[],
  rules: readonly RuleLine[],
  chart: ReadonlyMap<string, ChartAccount>,
  labelOf: (event: PostingEvent) => string,
): EntryLine[] =>
  merged(
    happenings.flatMap((happening) => {
      if (!rules.some((rule) => rule.event === happening.event))
        throw new NotPosted(`No posting rule covers: ${labelOf(happening.event)}.`);
      return linesOf(happening, rules, chart);
    }),
  );

/**
 * Divides cents by weights: each part its share, the last cents to the largest remainders, so that the
 * parts make the whole. Weights of nothing in all: everything to the first.
 */
export const divided = (cents: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, w) => sum + w, 0);
  if (weights.length === 0) return [];
  if (whole === 0) return weights.map((_, at) => (at === 0 ? cents : 0));
  const exact = weights.map((w) => (BigInt(cents) * BigInt(w)) / BigInt(whole));
  const rest = weights.map((w, at) => BigInt(cents) * BigInt(w) - exact[at]! * BigInt(whole));
  const parts = exact.map(Number);
  let left = cents - parts.reduce((sum, p) => sum + p, 0);
  const order = weights
    .map((_, at) => at)
    .sort((a, b) => {
      const [x, y] = [rest[a]! < 0n ? -rest[a]! : rest[a]!, rest[b]! < 0n ? -rest[b]! : rest[b]!];
      return x === y ? a - b : y > x ? 1 : -1;
    });
  for (const at of order) {
    if (left === 0) break;
    const step = left > 0 ? 1 : -1;
    parts[at]! += step;
    left -= step;
  }
  return parts;
};
