import type { BudgetRule } from "./budget-rules.model.ts";
import type { ObjectClass } from "./budget.labels.ts";
import type { Budget, BudgetLine } from "./budget.model.ts";

type Classes = Record<ObjectClass, number>;
/** One activity in one year, in cents. */
export type Cell = {
  classes: Classes;
  direct: number;
  base: number;
  indirect: number;
  total: number;
  match: number;
  federal: number;
};
export type Workings = {
  /** By activity, then by year. */
  cells: Cell[][];
  direct: number;
  base: number;
  indirect: number;
  total: number;
  match: number;
  federal: number;
};

const classNames = [
  "personnel",
  "fringe",
  "travel",
  "equipment",
  "supplies",
  "contractual",
  "construction",
  "other",
] as const;
const noClasses = (): Classes => Object.fromEntries(classNames.map((name) => [name, 0])) as Classes;

// Half a cent goes up; the factors are whole numbers, so nothing is lost before.
const share = (cents: number, times: number, of: number): number =>
  Number((2n * BigInt(cents) * BigInt(times) + BigInt(of)) / (2n * BigInt(of)));
const hundredths = (n: number): number => Math.round(n * 100);

/** What a line costs, in cents; of a person without fringe benefits. */
export const costOf = (line: BudgetLine): number => {
  if (line.kind === "personnel")
    return share(line.cents, hundredths(line.effort) * hundredths(line.months), 12_000_000);
  if (line.kind === "travel" || line.kind === "goods" || line.kind === "other")
    return share(line.cents, hundredths(line.quantity), 100);
  return line.cents;
};

/** Fringe benefits of a person's line, in cents; none of any other. */
export const fringeOf = (line: BudgetLine): number =>
  line.kind === "personnel" ? share(costOf(line), hundredths(line.fringe), 10_000) : 0;

/** The threshold of equipment that holds: the law's, or the agency's own lower one. */
export const thresholdOf = (budget: Pick<Budget, "ownThreshold">, rule: BudgetRule): number =>
  Math.min(rule.equipmentCents, budget.ownThreshold ?? rule.equipmentCents);

/** Under which object class a line falls, its fringe benefits aside. */
export const classOf = (
  line: BudgetLine,
  budget: Pick<Budget, "ownThreshold">,
  rule: BudgetRule,
): ObjectClass => {
  switch (line.kind) {
    case "goods":
      return line.cents >= thresholdOf(budget, rule) && line.usefulYears > 1
        ? "equipment"
        : "supplies";
    case "subaward":
      return "contractual";
    case "excluded":
      return "other";
    default:
      return line.kind;
  }
};

// Of a subaward, known by its name, so much counts over its whole life and no more.
const countedSubaward = (used: Map<string, number>, line: BudgetLine, cap: number): number => {
  const name = line.description.toLowerCase();
  const before = used.get(name) ?? 0;
  const counted = Math.max(0, Math.min(line.cents, cap - before));
  used.set(name, before + counted);
  return counted;
};

type Sums = { cell: Cell; salaries: number; mtdc: number };

const addLine = (
  sums: Sums,
  line: BudgetLine,
  { budget, rule, used }: { budget: Budget; rule: BudgetRule; used: Map<string, number> },
): void => {
  const cost = costOf(line);
  const into = classOf(line, budget, rule);
  const fringe = fringeOf(line);
  sums.cell.classes[into] += cost;
  sums.cell.classes.fringe += fringe;
  if (line.kind === "personnel") sums.salaries += cost + fringe;
  if (into === "equipment" || into === "construction" || line.kind === "excluded") return;
  sums.mtdc +=
    line.kind === "subaward" ? countedSubaward(used, line, rule.subawardCapCents) : cost + fringe;
};

const indirectOf = (
  budget: Budget,
  rule: BudgetRule,
  sums: Sums,
): [base: number, cents: number] => {
  const { kind, rate, base } = budget.indirect;
  if (kind === "none") return [0, 0];
  if (kind === "deMinimis")
    return [sums.mtdc, share(sums.mtdc, Math.min(hundredths(rate), rule.deMinimisBp), 10_000)];
  const on = base === "mtdc" ? sums.mtdc : base === "direct" ? sums.cell.direct : sums.salaries;
  return [on, share(on, hundredths(rate), 10_000)];
};

/**
 * What follows from a budget under the rule of its day: object classes, base, indirect costs, match
 * and federal share, by activity and year. Subawards count up to their cap in the order of years.
 */
export const workOut = (budget: Budget, rule: BudgetRule): Workings => {
  const used = new Map<string, number>();
  const cells: Cell[][] = budget.activities.map(() => []);
  for (let year = 0; year < budget.years; year++)
    for (const activity of budget.activities.keys()) {
      const cell: Cell = {
        classes: noClasses(),
        direct: 0,
        base: 0,
        indirect: 0,
        total: 0,
        match: 0,
        federal: 0,
      };
      const sums: Sums = { cell, salaries: 0, mtdc: 0 };
      for (const line of budget.lines)
        if (line.activity === activity && line.year === year)
          addLine(sums, line, { budget, rule, used });
      cell.direct = classNames.reduce((sum, name) => sum + cell.classes[name], 0);
      [cell.base, cell.indirect] = indirectOf(budget, rule, sums);
      cell.total = cell.direct + cell.indirect;
      cell.match = budget.match
        .filter((one) => one.activity === activity && one.year === year)
        .reduce((sum, one) => sum + one.cents, 0);
      cell.federal = cell.total - cell.match;
      cells[activity]![year] = cell;
    }
  const all = cells.flat();
  const sum = (name: Exclude<keyof Cell, "classes">) => all.reduce((n, cell) => n + cell[name], 0);
  return {
    cells,
    direct: sum("direct"),
    base: sum("base"),
    indirect: sum("indirect"),
    total: sum("total"),
    match: sum("match"),
    federal: sum("federal"),
  };
};
