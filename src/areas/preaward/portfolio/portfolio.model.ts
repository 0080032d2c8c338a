import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Write a month as 2027-03.");
const hours = z.record(month, z.number().int().min(0).max(100_000));
const money = z.record(z.string().trim().min(1).max(120), z.number().int().min(0).max(9e13));

/** What pursuing an opportunity takes, and what it may bring. */
export const pursuitInput = z.object({
  askCents: z.number("Enter an amount such as 250,000.00.").int().min(1).max(9e13),
  chance: z.number("Enter a chance from 1 to 100.").int().min(1).max(100),
  hours: hours.default({}),
  match: money.default({}),
  /** Opportunities that cannot be pursued with it, and those without which it cannot. */
  excludes: z.array(z.uuid()).max(50).default([]),
  needs: z.array(z.uuid()).max(50).default([]),
});
export type PursuitInput = z.output<typeof pursuitInput>;

/** What the agency has: staff hours by month, match by its source. */
export const limitsInput = z.object({ hours: hours.default({}), match: money.default({}) });
export type PortfolioLimits = z.output<typeof limitsInput>;

const option = pursuitInput.extend({ id: z.string(), number: z.string(), title: z.string() });
export type PortfolioOption = z.output<typeof option>;
const portfolioCase = z.object({ options: z.array(option), limits: limitsInput });
export type PortfolioCase = z.output<typeof portfolioCase>;

const cost = z.object({
  limit: z.string(),
  /** How much more could be expected without it; null where that was not proven. */
  gainCents: z.number().nullable(),
});
const portfolioAnswer = z.object({
  status: z.enum(["optimal", "stopped"]),
  chosen: z.array(z.string()),
  expectedCents: z.number(),
  boundCents: z.number(),
  nodes: z.number(),
  costs: z.array(cost),
});
export type PortfolioAnswer = z.output<typeof portfolioAnswer>;
export type LimitCost = z.output<typeof cost>;

/** An open opportunity with what pursuing it takes, where somebody said it. */
export const pursued = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  closesOn: dayField.nullable(),
  pursuit: pursuitInput.extend({ version: z.number() }).nullable(),
});
/** A choice that was worked out, with its question. */
export const solved = z.object({
  id: z.string(),
  limits: limitsInput,
  question: portfolioCase,
  answer: portfolioAnswer,
  madeByName: z.string().nullable(),
  createdAt: instantField,
});
export type Pursued = z.output<typeof pursued>;
export type Solved = z.output<typeof solved>;

/** What may be expected of an opportunity: its ask by its chance, in hundredths of cents. */
export const worthOf = ({
  askCents,
  chance,
}: Pick<PortfolioOption, "askCents" | "chance">): bigint => BigInt(askCents) * BigInt(chance);

/** A limit of a choice: the sum of what chosen options take of it stays within it. */
export type Limit = { name: string; takes: number[]; most: number };

/** The limits of a case as sums: hours by month, match by source, exclusions, prerequisites. */
export const limitsOf = ({ options, limits }: PortfolioCase): Limit[] => {
  const at = new Map(options.map(({ id }, index) => [id, index]));
  const pairs = new Set<string>();
  const rows: Limit[] = [
    ...Object.entries(limits.hours).map(([month, most]) => ({
      name: `Staff hours in ${month}`,
      takes: options.map(({ hours }) => hours[month] ?? 0),
      most,
    })),
    ...Object.entries(limits.match).map(([source, most]) => ({
      name: `Match from ${source}`,
      takes: options.map(({ match }) => match[source] ?? 0),
      most,
    })),
  ];
  // A source of match that nobody set a limit for has nothing to give.
  for (const source of new Set(options.flatMap(({ match }) => Object.keys(match))))
    if (!(source in limits.match))
      rows.push({
        name: `Match from ${source}`,
        takes: options.map(({ match }) => match[source] ?? 0),
        most: 0,
      });
  for (const [i, { excludes, needs, number }] of options.entries()) {
    for (const other of excludes) {
      const j = at.get(other);
      const key = [i, j].sort().join(" ");
      if (j === undefined || j === i || pairs.has(key)) continue;
      pairs.add(key);
      rows.push({
        name: `${number} or ${options[j]!.number}, not both`,
        takes: options.map((_, k) => (k === i || k === j ? 1 : 0)),
        most: 1,
      });
    }
    for (const other of needs) {
      const j = at.get(other);
      if (j === i) continue;
      // What it needs and is not among the options cannot be had.
      rows.push({
        name: `${number} only with ${j === undefined ? "one that is not here" : options[j]!.number}`,
        takes: options.map((_, k) => (k === i ? 1 : k === j ? -1 : 0)),
        most: 0,
      });
    }
  }
  return rows;
};

/** Whether a choice keeps every limit, in whole numbers. */
export const keeps = (limits: readonly Limit[], chosen: readonly boolean[]): boolean =>
  limits.every(
    ({ takes, most }) => takes.reduce((sum, take, at) => sum + (chosen[at] ? take : 0), 0) <= most,
  );
