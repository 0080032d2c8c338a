import { invalid, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { brokenCents } from "#kernel/lump-sum.ts";
import { formatCents, lineTotalCents, maxCents, splitCents } from "#kernel/money.ts";
import type { CodedLine } from "#areas/budget/budget.server.ts";
import type { LineInput } from "./requisition.model.ts";

type PricedSplit = {
  id: string;
  lineId: string;
  accountStringId: string;
  percent: string | null;
  amount: number;
};
export type PricedLine = {
  id: string;
  lineNo: number;
  description: string;
  commodityCode: string | null;
  costCodeId: string | null;
  quantity: string;
  unit: string;
  unitPrice: string;
  amount: number;
  splits: PricedSplit[];
};

const shareId = ({ splits }: LineInput, lineId: string) => (splits.length === 1 ? lineId : newId());

const splitsOf = (
  line: LineInput,
  lineId: string,
  amount: number,
  at: string,
  errors: FieldError[],
): PricedSplit[] => {
  const byAmount = line.splits.some((s) => s.amount !== null && s.amount !== undefined);
  const ids = line.splits.map((s) => s.accountStringId);
  if (new Set(ids).size !== ids.length)
    errors.push({
      path: `${at}.splits`,
      message: "An account appears twice. Put its shares together.",
    });
  if (byAmount) {
    const sum = line.splits.reduce((n, s) => n + (s.amount ?? 0), 0);
    if (sum !== amount)
      errors.push({
        path: `${at}.splits`,
        message: `The split adds up to ${formatCents(sum)}; the line is ${formatCents(amount)}.`,
      });
    return line.splits.map((s) => ({
      id: shareId(line, lineId),
      lineId,
      accountStringId: s.accountStringId,
      percent: null,
      amount: s.amount ?? 0,
    }));
  }
  const percents = line.splits.map((s) => s.percent ?? (line.splits.length === 1 ? "100" : "0"));
  const sum = percents.reduce((n, p) => n + Math.round(Number(p) * 10_000), 0);
  if (sum !== 1_000_000) {
    errors.push({
      path: `${at}.splits`,
      message: `The split adds up to ${sum / 10_000} percent; it must be 100.`,
    });
    return [];
  }
  const parts = splitCents(amount, percents);
  return line.splits.map((s, i) => ({
    id: shareId(line, lineId),
    lineId,
    accountStringId: s.accountStringId,
    percent: percents[i]!,
    amount: parts[i]!,
  }));
};

/** Lines as the list of cost codes judges them; `at` is where they stand in what was sent. */
export const codedLines = (lines: readonly LineInput[], at: string): CodedLine[] =>
  lines.map(({ costCodeId, splits }, i) => ({
    costCodeId: costCodeId ?? null,
    accountStringIds: splits.map(({ accountStringId }) => accountStringId),
    path: `${at}.${i}`,
  }));

type Share = { id?: string; lineId: string; accountStringId: string };

/**
 * Shares as they are stored: a line that one account pays holds its share itself (the share has the
 * line's id), the shares of divided lines are rows of their own.
 */
export const foldShares = <S extends Share>(
  shares: readonly S[],
): { whole: Map<string, S>; divided: S[] } => ({
  whole: new Map(shares.flatMap((s) => (s.id === s.lineId ? [[s.lineId, s] as const] : []))),
  divided: shares.filter((s) => s.id !== s.lineId),
});

/**
 * Prices lines in integer cents (quantity × unit price, half-up) and splits them to accounts by
 * percent (largest remainder) or amount.
 * 422 with the path of every line whose split does not add up.
 */
export const priceLines = (lines: readonly LineInput[]): { lines: PricedLine[]; total: number } => {
  const errors: FieldError[] = [];
  const priced = lines.map((line, i): PricedLine => {
    const id = newId();
    const amount = lineTotalCents(line.quantity, line.unitPrice);
    const broken = brokenCents(line, line.quantity);
    if (broken) errors.push({ path: `lines.${i}.quantity`, message: broken });
    if (!Number.isSafeInteger(amount) || amount > maxCents)
      errors.push({ path: `lines.${i}.unitPrice`, message: "Quantity times price is too large." });
    return {
      id,
      lineNo: i + 1,
      description: line.description,
      commodityCode: line.commodityCode || null,
      costCodeId: line.costCodeId ?? null,
      quantity: line.quantity,
      unit: line.unit,
      unitPrice: line.unitPrice,
      amount,
      splits: splitsOf(line, id, amount, `lines.${i}`, errors),
    };
  });
  if (errors.length)
    throw invalid("lines_do_not_add_up", "Some lines do not add up. Nothing was saved.", errors);
  return { lines: priced, total: priced.reduce((n, l) => n + l.amount, 0) };
};
