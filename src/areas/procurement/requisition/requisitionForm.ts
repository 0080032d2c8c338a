import { isLumpSum, lumpSum } from "#kernel/lump-sum.ts";
import { lineTotalCents, splitCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { FormValues } from "#web/kit/form/values.ts";
import type { Method } from "../method/method.labels.ts";
import type { RequisitionDetail, RequisitionInput } from "./requisition.model.ts";

export type SplitValues = {
  accountStringId: string;
  code: string;
  percent: string;
  amount: number | null;
};
export type LineValues = {
  description: string;
  commodityId: string | null;
  commodityCode: string | null;
  costCodeId: string | null;
  costCode: string | null;
  quantity: string;
  unit: string;
  unitPrice: string;
  splitBy: "percent" | "amount";
  splits: SplitValues[];
};
/** The fields of the model, and what only the form needs. */
export type RequisitionValues = FormValues<Omit<RequisitionInput, "method" | "lines">> & {
  method: Method | "";
  vendorName: string | null;
  lines: LineValues[];
  files: StoredFile[];
};

/**
 * Lists of lines with accounts that forms hold: a requisition's lines, and what a change adds to an
 * order.
 */
export type LineList = "lines" | "added";
/** What the editor of such a list reads of its form. */
export type LinesForm = Record<LineList, LineValues[]> & { departmentId: string };

const blankSplit = (): SplitValues => ({
  accountStringId: "",
  code: "",
  percent: "100",
  amount: null,
});

/** A new line; it charges the accounts of the line before it. */
export const blankLine = (before?: LineValues): LineValues => ({
  description: "",
  commodityId: before?.commodityId ?? null,
  commodityCode: before?.commodityCode ?? null,
  costCodeId: before?.costCodeId ?? null,
  costCode: before?.costCode ?? null,
  quantity: "1",
  unit: before && !isLumpSum(before) ? before.unit : "each",
  unitPrice: "",
  splitBy: "percent",
  splits:
    before?.splits.length && before.splitBy === "percent"
      ? before.splits.map((split) => ({ ...split }))
      : [blankSplit()],
});

const isDecimal = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text);

/** Quantity × price in cents, or null while one of them is no number. */
export const lineTotal = (line: Pick<LineValues, "quantity" | "unitPrice">): number | null =>
  isDecimal(line.quantity) && isDecimal(line.unitPrice)
    ? lineTotalCents(line.quantity, line.unitPrice)
    : null;

/** The figures of a line turned into a lump sum of the same total, or back into one thing at it. */
export const asLumpSum = (line: LineValues, lump: boolean) => {
  const total = lineTotal(line);
  const dollars = total ? (total / 100).toFixed(2) : "";
  return lump
    ? { ...lumpSum, quantity: dollars }
    : { quantity: "1", unit: "each", unitPrice: dollars };
};

export const totalOf = (lines: readonly LineValues[]): number =>
  lines.reduce((sum, line) => sum + (lineTotal(line) ?? 0), 0);

const percentSum = (line: LineValues): number =>
  line.splits.reduce(
    (sum, split) =>
      sum + (isDecimal(split.percent) ? Math.round(Number(split.percent) * 10_000) : 0),
    0,
  ) / 10_000;

/** What of a line is not shared out yet: percent, or cents; 0 when it adds up. */
export const openShare = (line: LineValues): number =>
  line.splitBy === "percent"
    ? 100 - percentSum(line)
    : (lineTotal(line) ?? 0) - line.splits.reduce((sum, split) => sum + (split.amount ?? 0), 0);

/**
 * The cents of each split, as the server will compute them (largest remainder); nulls while the
 * line does not add up.
 */
export const sharesOf = (line: LineValues): (number | null)[] => {
  const total = lineTotal(line);
  if (line.splitBy === "amount") return line.splits.map((split) => split.amount);
  if (
    total === null ||
    percentSum(line) <= 0 ||
    line.splits.some((split) => !isDecimal(split.percent))
  )
    return line.splits.map(() => null);
  return openShare(line) === 0
    ? splitCents(
        total,
        line.splits.map((split) => split.percent),
      )
    : line.splits.map((split) => Math.round((total * Number(split.percent)) / 100));
};

/** Cents by account over all lines. */
export const accountsOf = (lines: readonly LineValues[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const line of lines)
    sharesOf(line).forEach((cents, at) => {
      const id = line.splits[at]?.accountStringId;
      if (id && cents) sums.set(id, (sums.get(id) ?? 0) + cents);
    });
  return sums;
};

/** Lines as the API takes them. */
export const toLines = (lines: readonly LineValues[]) =>
  lines.map((line) => ({
    description: line.description,
    commodityCode: line.commodityCode || null,
    costCodeId: line.costCodeId || null,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    splits: line.splits.map((split) =>
      line.splitBy === "amount"
        ? { accountStringId: split.accountStringId, amount: split.amount ?? 0 }
        : { accountStringId: split.accountStringId, percent: split.percent || "0" },
    ),
  }));

/**
 * What like purchases are found by, as far as it is typed: commodity codes, all accounts, and those
 * of lines without a code.
 */
export const likeOf = (lines: readonly LineValues[]) => {
  const accounts = (of: readonly LineValues[]) => [
    ...new Set(of.flatMap((line) => line.splits.flatMap((split) => split.accountStringId || []))),
  ];
  return {
    codes: [...new Set(lines.flatMap((line) => line.commodityCode || []))],
    accounts: accounts(lines),
    uncoded: accounts(lines.filter((line) => !line.commodityCode)),
  };
};

/** What the API takes. */
export const toInput = ({ vendorName: _v, files: _f, lines, ...head }: RequisitionValues) => ({
  ...head,
  vendorId: head.vendorId || null,
  placeId: head.placeId || null,
  method: head.method || null,
  lines: toLines(lines),
});

/** Stored lines as the form's values. */
export const toLineValues = (lines: RequisitionDetail["lines"]): LineValues[] =>
  lines.map((line) => ({
    description: line.description,
    commodityId: line.commodityCode,
    commodityCode: line.commodityCode,
    costCodeId: line.costCodeId,
    costCode: line.costCode,
    quantity: plainDecimal(line.quantity),
    unit: line.unit,
    unitPrice: plainDecimal(line.unitPrice, 2),
    splitBy: line.splits.some((split) => split.percent === null) ? "amount" : "percent",
    splits: line.splits.map((split) => ({
      accountStringId: split.accountStringId,
      code: split.code,
      percent: split.percent === null ? "" : plainDecimal(split.percent),
      amount: split.percent === null ? split.amount : null,
    })),
  }));
