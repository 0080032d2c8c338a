import { formatCents } from "#kernel/money.ts";
import type { BudgetRule } from "../budget/budget-rules.model.ts";
import { constructionCosts, fundingOf } from "../budget/construction.model.ts";
import { constructionLines, objectClasses, type ObjectClass } from "../budget/budget.labels.ts";
import type { Budget } from "../budget/budget.model.ts";
import { costOf, fringeOf, workOut, type Cell } from "../budget/workings.model.ts";
import type { ApplicationKind } from "../federal-form/federal-form.ts";

/** An amount of the budget that a narrative names by its field, so that both stay the same. */
export type Figure = { key: string; label: string; cents: number };
type Of = { kind: ApplicationKind; budget: Budget; rule: BudgetRule };

const sum = (cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.reduce((n, cell) => n + of(cell), 0);
type Part = readonly [key: string, label: string, of: (cell: Cell) => number];
const parts: readonly Part[] = [
  ["total", "All costs", (cell) => cell.total],
  ["federal", "Federal", (cell) => cell.federal],
  ["match", "Match", (cell) => cell.match],
  ["direct", "Direct costs", (cell) => cell.direct],
  ["indirect", "Indirect costs", (cell) => cell.indirect],
  ...Object.entries(objectClasses).map(([key, label]): Part => [
    key,
    label.slice(3),
    (cell) => cell.classes[key as ObjectClass],
  ]),
];

/** What of a budget a narrative can name: the whole, then each year; what is nothing is left out. */
export const figuresOf = ({ kind, budget, rule }: Of): Figure[] => {
  const { cells } = workOut(budget, rule);
  const whole = fundingOf(kind, budget, rule);
  const all = parts.map(([key, label, of]) => ({
    key,
    label,
    cents: key === "federal" ? whole.federal : sum(cells.flat(), of),
  }));
  const years =
    budget.years === 1
      ? []
      : Array.from({ length: budget.years }, (_, at) =>
          parts.map(([key, label, of]) => ({
            key: `year${at + 1}.${key}`,
            label: `Year ${at + 1}: ${label}`,
            cents: sum(
              cells.flatMap((row) => row[at] ?? []),
              of,
            ),
          })),
        ).flat();
  const lines =
    kind === "construction"
      ? [...constructionCosts(budget, rule)].map(([line, cents]) => ({
          key: `line.${line}`,
          label: constructionLines[line],
          cents,
        }))
      : [];
  return [...all, ...lines, ...years].filter(({ cents }) => cents !== 0);
};

const field = /\{budget\.([\w.]+)\}/g;
/** A text with the budget's amounts in place of their fields; unknown fields stay as they are. */
export const withFigures = (text: string, figures: readonly Figure[]): string =>
  text.replace(field, (whole, key: string) => {
    const found = figures.find((each) => each.key === key);
    return found ? formatCents(found.cents) : whole;
  });

/** Fields of a text that the budget has no amount for. */
export const unknownFields = (text: string, figures: readonly Figure[]): string[] =>
  [...text.matchAll(field)].flatMap(([whole, key]) =>
    figures.some((each) => each.key === key) ? [] : [whole],
  );

const inDollars = String.raw`\$\s?(\d[\d,]*(?:\.\d+)?)(?:\s?(thousand|million|billion|k|m)\b)?`;
const inWords = String.raw`(\d[\d,]*(?:\.\d+)?)\s(?:(thousand|million|billion)\s)?(?:US\s)?dollars\b`;
const typed = new RegExp(`${inDollars}|${inWords}`, "gi");
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  billion: 1e9,
};

/** Every amount of a budget that a text may rightly name, in cents. */
const amountsOf = (of: Of): number[] => {
  const { budget, rule } = of;
  const { cells, base } = workOut(budget, rule);
  const ofLines = budget.lines.flatMap((line) => [
    line.cents,
    costOf(line),
    fringeOf(line),
    costOf(line) + fringeOf(line),
  ]);
  const ofCells = cells.flat().flatMap((cell) => parts.map(([, , value]) => value(cell)));
  const ofActivities = budget.activities.flatMap((activity, at) => [
    activity.beforeFederal,
    activity.beforeOther,
    activity.programIncome,
    ...parts.map(([, , value]) => sum(cells[at]!, value)),
  ]);
  return [
    base,
    ...figuresOf(of).map(({ cents }) => cents),
    ...ofLines,
    ...ofCells,
    ...ofActivities,
    ...budget.match.map(({ cents }) => cents),
  ];
};

/**
 * Amounts that somebody typed into a text and that are none of the budget's. What is rounded, as
 * "$1.2 million" or whole dollars, is the budget's where one of its amounts rounds to it.
 */
export const strangeAmounts = (text: string, of: Of): string[] => {
  const known = amountsOf(of);
  return [...text.replace(field, "").matchAll(typed)].flatMap(([whole, a, scaleA, b, scaleB]) => {
    const digits = (a ?? b)!.replaceAll(",", "");
    const scale = scales[(scaleA ?? scaleB ?? "").toLowerCase()] ?? 1;
    const decimals = digits.split(".")[1]?.length ?? 0;
    const cents = Math.round(Number(digits) * scale * 100);
    // Half of the last digit that was written: what rounds to it is meant.
    const rounded = scale === 1 && decimals > 1 ? 0 : (scale * 100) / 10 ** decimals / 2;
    return known.some((each) => Math.abs(each - cents) <= rounded) ? [] : [whole.trim()];
  });
};
