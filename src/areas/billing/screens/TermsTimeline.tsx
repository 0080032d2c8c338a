import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { addMonths, daysBetween, type Day } from "#kernel/time.ts";
import type { Term } from "../operator/overview.model.ts";

const wide = 1000;
const monthsBack = 6;
const monthsOn = 18;

const standsWords = ({ status, renews, noticeBefore }: Term): string => {
  if (status === "in_review") return "to be approved";
  if (status === "approved") return "begins later";
  return renews && noticeBefore ? `notice until ${formatDate(noticeBefore)}` : "ends by itself";
};

function Line({ term, today, xOf }: { term: Term; today: Day; xOf: (on: Day) => number }) {
  const until = today < term.startsOn ? term.startsOn : today > term.endsOn ? term.endsOn : today;
  const width = (from: Day, to: Day) => Math.max(0, xOf(to) - xOf(from));
  return (
    <svg
      className="week-line"
      viewBox={`0 0 ${wide} 34`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect
        className="week-done"
        x={xOf(term.startsOn)}
        y={12}
        width={width(term.startsOn, until)}
        height={8}
      />
      <rect
        className="week-left"
        x={xOf(until)}
        y={12}
        width={width(until, term.endsOn)}
        height={8}
      />
      {term.noticeBefore && <path className="week-next" d={`M${xOf(term.noticeBefore)} 6V26`} />}
      <path className="week-base" d={`M${xOf(today)} 0V34`} />
    </svg>
  );
}

/** Terms of agreements over time, with the day until which notice can be given. */
export function TermsTimeline({ terms, today }: { terms: readonly Term[]; today: Day }) {
  const [from, to] = [addMonths(today, -monthsBack), addMonths(today, monthsOn)];
  const span = daysBetween(from, to);
  const xOf = (on: Day) => Math.min(wide, Math.max(0, (daysBetween(from, on) / span) * wide));
  return (
    <section className="panel grid gap-2 p-4" aria-label="Terms of agreements over time">
      <div className="week-row">
        <span className="text-12 text-t2">Agency</span>
        <div className="week-ruler" aria-hidden="true">
          {[0, 6, 12, 18].map((n) => {
            const on = addMonths(from, n);
            return (
              <span key={n} style={{ left: `${(xOf(on) / wide) * 100}%` }}>
                {formatDate(on)}
              </span>
            );
          })}
        </div>
        <span className="text-12 text-t2">Until</span>
      </div>
      <ul className="grid gap-1">
        {terms.map((term) => (
          <li key={term.id}>
            <Link className="week-row" to={pathTo("hostingAgreement", { id: term.id })}>
              <span className="grid min-w-0">
                <span className="truncate text-t1">{term.customer}</span>
                <span className="text-12 text-t2">
                  {term.number}, {term.plan}
                </span>
              </span>
              <Line term={term} today={today} xOf={xOf} />
              <span className="grid text-12">
                <span>{formatDate(term.endsOn)}</span>
                <span className="text-t2">{standsWords(term)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className="gantt-key">
        <li>
          <span className="week-mark" data-mark="done" /> Until today
        </li>
        <li>
          <span className="week-mark" data-mark="left" /> Left of the term
        </li>
        <li>
          <span className="week-mark" data-mark="next" /> Notice day
        </li>
        <li>
          <span className="week-mark" data-mark="base" /> Today
        </li>
      </ul>
    </section>
  );
}
