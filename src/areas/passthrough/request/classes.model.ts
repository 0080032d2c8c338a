import { formatCents } from "#kernel/money.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";

export type ClassShare = { objectClass: string; cents: number };
/** When costs beyond their classes ask for a revision first; cents, percent of the whole budget. */
export type TransferRule = {
  percent: number;
  citation: string;
  /** The simplified acquisition threshold: at or below it, transfers are not limited. */
  simplified: number;
};
/** `objectClass` is null where the finding is of all classes together. */
export type ClassFinding = {
  objectClass: string | null;
  text: string;
  citation: string;
  asksRevision: boolean;
};

/** Deviations from the approved budget are reported, and some approved before. */
const deviation = "2 CFR 200.308(b)";
export const className = (code: string): string =>
  objectClasses[code as keyof typeof objectClasses] ?? code;

/** Cents by object class of these costs. */
export const sumsByClass = (costs: readonly ClassShare[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { objectClass, cents } of costs)
    sums.set(objectClass, (sums.get(objectClass) ?? 0) + cents);
  return sums;
};

type Asked = {
  budget: readonly ClassShare[];
  /** What earlier requests that stand asked for. */
  before: readonly ClassShare[];
  lines: readonly ClassShare[];
  /** Federal cents of the subaward. */
  amount: number;
  /** Null where it is not judged here whether a revision is needed. */
  rule: TransferRule | null;
};

const ofClass = (code: string, budgeted: number, before: number, asked: number): string | null => {
  const all = before + asked;
  if (asked <= 0 || all <= budgeted) return null;
  return budgeted === 0
    ? `${className(code)} is no class of the budget; ${formatCents(asked)} of it is asked for.`
    : `${className(code)} comes to ${formatCents(all)}: ${formatCents(all - budgeted)} beyond the ${formatCents(budgeted)} of its budget.`;
};

const transfers = (
  { budget, amount, rule }: Asked,
  budgeted: ReadonlyMap<string, number>,
  spent: ReadonlyMap<string, number>,
): ClassFinding[] => {
  const total = budget.reduce((n, b) => n + b.cents, 0);
  const beyond = [...spent].reduce(
    (n, [code, cents]) => n + Math.max(0, cents - (budgeted.get(code) ?? 0)),
    0,
  );
  if (!rule || amount <= rule.simplified || beyond * 100 <= total * rule.percent) return [];
  return [
    {
      objectClass: null,
      text: `Costs beyond their classes come to ${formatCents(beyond)} in all, more than ${rule.percent} percent of the budget of ${formatCents(total)}: its revision is approved before they are paid.`,
      citation: rule.citation,
      asksRevision: true,
    },
  ];
};

/**
 * What the costs of a payment request mean for the classes of its subaward's budget: each class that
 * has no line or is exceeded, and a revision once all of it passes the limit of transfers among
 * classes (2 CFR 200.308). A budget without classes finds nothing. Cents.
 */
export const classFindings = (asked: Asked): ClassFinding[] => {
  if (asked.budget.length === 0) return [];
  const budgeted = sumsByClass(asked.budget);
  const before = sumsByClass(asked.before);
  const lines = sumsByClass(asked.lines);
  const single = [...lines].flatMap(([objectClass, cents]): ClassFinding[] => {
    const text = ofClass(
      objectClass,
      budgeted.get(objectClass) ?? 0,
      before.get(objectClass) ?? 0,
      cents,
    );
    return text ? [{ objectClass, text, citation: deviation, asksRevision: false }] : [];
  });
  if (single.length === 0) return [];
  return [...single, ...transfers(asked, budgeted, sumsByClass([...asked.before, ...asked.lines]))];
};
