// What rules find of lines of cards: pure, by the lines that stand near each other.
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { CardRules } from "../rule/card-rule.model.ts";
import type { FindingKind } from "./finding.labels.ts";

/** A line as the rules see it; cents. */
export type WatchedLine = {
  id: string;
  number: string;
  holderId: string;
  departmentId: string;
  cardId: string;
  merchantId: string;
  merchant: string;
  category: string;
  postedOn: Day;
  purchasedOn: Day;
  cents: number;
  taxCents: number;
  receipts: number;
  lostReceipt: string;
  perPurchase: number;
  perCycle: number;
  cycleId: string | null;
  /** Of its category: the group that blocks it, or null. */
  blockedBy: string | null;
  /** Why its merchant is excluded, or null. */
  excluded: string | null;
  /** The invoice that bills the same, or null. */
  invoiced: string | null;
};

export type Found = { kind: FindingKind; lineId: string; says: string; others: string[] };

const sumOf = (lines: readonly WatchedLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

// Purchases of one merchant, none above the limit, that together are: within so many days of the last one.
const splitAt = (
  last: WatchedLine,
  lines: readonly WatchedLine[],
  { splitDays, splitCents }: CardRules,
): Found | null => {
  const limit = splitCents || last.perPurchase;
  const near = lines.filter(
    (line) =>
      line.merchantId === last.merchantId &&
      (line.holderId === last.holderId || line.departmentId === last.departmentId) &&
      line.cents > 0 &&
      line.cents <= limit &&
      line.purchasedOn <= last.purchasedOn &&
      line.purchasedOn >= addDays(last.purchasedOn, -splitDays) &&
      (line.purchasedOn < last.purchasedOn || line.number <= last.number),
  );
  if (last.cents <= 0 || last.cents > limit || near.length < 2 || sumOf(near) <= limit) return null;
  const people = new Set(near.map(({ holderId }) => holderId)).size;
  return {
    kind: "split",
    lineId: last.id,
    says: `${counted(near.length, "purchase")} of ${last.merchant} within ${counted(splitDays, "day")}, by ${people === 1 ? "one holder" : `${people} holders of one department`}, come to ${formatCents(sumOf(near))}; ${formatCents(limit)} is the limit.`,
    others: near.filter(({ id }) => id !== last.id).map(({ id }) => id),
  };
};

const one = (kind: FindingKind, line: WatchedLine, says: string): Found => ({
  ...{ kind, lineId: line.id, says, others: [] },
});

const ofLine = (line: WatchedLine, rules: CardRules, today: Day): (Found | null)[] => {
  const due = addDays(line.postedOn, rules.receiptDays);
  return [
    line.blockedBy === null
      ? null
      : one("category", line, `${line.merchant} is ${line.blockedBy} (${line.category}).`),
    line.cents > line.perPurchase
      ? one(
          "limit",
          line,
          `${formatCents(line.cents)} is above the card's limit of ${formatCents(line.perPurchase)} a purchase.`,
        )
      : null,
    line.excluded === null ? null : one("excluded", line, line.excluded),
    line.invoiced === null
      ? null
      : one("invoiced", line, `The same amount is billed by ${line.invoiced}.`),
    line.cents > 0 && line.receipts === 0 && line.lostReceipt === "" && due < today
      ? one("receipt", line, `No receipt since ${formatDate(line.postedOn)}.`)
      : null,
    rules.taxExempt && line.taxCents > 0
      ? one("tax", line, `${formatCents(line.taxCents)} of sales tax; the agency pays none.`)
      : null,
  ];
};

// Of a cycle, the line with which a card goes beyond its limit.
const beyondCycle = (line: WatchedLine, lines: readonly WatchedLine[]): Found | null => {
  if (line.cycleId === null || line.cents <= 0) return null;
  const until = lines.filter(
    (each) =>
      each.cardId === line.cardId &&
      each.cycleId === line.cycleId &&
      (each.postedOn < line.postedOn ||
        (each.postedOn === line.postedOn && each.number <= line.number)),
  );
  const sum = sumOf(until);
  return sum > line.perCycle && sum - line.cents <= line.perCycle
    ? one(
        "limit",
        line,
        `With it the cycle comes to ${formatCents(sum)}; ${formatCents(line.perCycle)} is the card's limit.`,
      )
    : null;
};

/**
 * What rules find of lines on a day (`wanted`: ids), beside all that stand near them. One finding of a kind for a
 * line.
 */
export const findingsOf = (
  lines: readonly WatchedLine[],
  wanted: ReadonlySet<string>,
  rules: CardRules,
  today: Day,
): Found[] =>
  lines
    .filter(({ id }) => wanted.has(id))
    .flatMap((line) => {
      const all = [
        splitAt(line, lines, rules),
        ...ofLine(line, rules, today),
        beyondCycle(line, lines),
      ].filter((found) => found !== null);
      return all.filter((found, at) => all.findIndex(({ kind }) => kind === found.kind) === at);
    });
