import { counted } from "#kernel/words.ts";
import type { Dashboard } from "./dashboard.model.ts";

type Waiting = { count: number; pressing: boolean };
const rank = (f: Waiting): number => (f.count === 0 ? 2 : f.pressing ? 0 : 1);

/**
 * Figures of duties as they wait: what has a clock or somebody behind it, then the rest, then what is
 * done; within each in the order that areas gave.
 */
export const waitsFirst = <F extends Waiting>(duties: readonly F[]): F[] =>
  duties.toSorted((a, b) => rank(a) - rank(b));

/** So many parts of a finding are read at once; what is more stands below it. */
const mostSaid = 3;

/**
 * What waits for this person: what holds up the whole agency first, then decisions, then what their duties say, in the order of the
 * duties. Each part opens what it counts.
 */
export const workFinding = ({
  matters,
  needsCount,
  duties,
}: Pick<Dashboard, "matters" | "needsCount" | "duties">): { text: string; to?: string }[] =>
  [
    ...matters.map(({ count, label, href }) => ({
      text: `${count.toLocaleString("en-US")} ${label}`,
      to: href,
    })),
    ...(needsCount > 0
      ? [{ text: counted(needsCount, "decision waits for you", "decisions wait for you") }]
      : []),
    ...duties.flatMap(({ says, href }) => (says ? [{ text: says, to: href }] : [])),
  ].slice(0, mostSaid);

/**
 * What the spending so far says against an even pace over the year: a sentence for the chart, from
 * integer cents.
 */
export const spendingFinding = (d: Pick<Dashboard, "budget" | "fiscalMonth">): string => {
  if (!d.budget || !d.fiscalMonth || d.budget.budget === 0)
    return "No budget is adopted for this year yet";
  const spent = d.budget.expended + d.budget.encumbered;
  const pace = (d.budget.budget * d.fiscalMonth) / 12;
  const percent = Math.round((100 * Math.abs(spent - pace)) / pace);
  if (percent === 0) return "Spending and orders keep the pace of the year";
  return `Spending and orders run ${percent}% ${spent < pace ? "under" : "over"} the pace of the year`;
};
