import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { addDays, addMonths, day, daysBetween, type Day } from "#kernel/time.ts";
import { useDays } from "#web/kit/days.ts";
import { useGet } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { auditStatuses } from "../audit/audit.labels.ts";
import type { AuditRow } from "../audit/audit.model.ts";

/** The months of a timeline: whole ones, from the first day that is shown to the last. */
const monthsOf = (from: Day, until: Day): Day[] => {
  const months: Day[] = [];
  for (let at = from; at <= until; at = addMonths(at, 1)) months.push(at);
  return months;
};

type Window = { from: Day; until: Day };

const windowOf = (audits: readonly AuditRow[], today: Day): Window => {
  const begins = [
    addMonths(today, -6),
    ...audits.map(({ startsOn }) => startsOn as Day),
  ].toSorted();
  const ends = [addMonths(today, 3), ...audits.map(endOf)].toSorted();
  const first = begins.find((each) => each >= addMonths(today, -12)) ?? addMonths(today, -12);
  return {
    from: day(`${first.slice(0, 7)}-01`),
    until: addDays(addMonths(day(`${ends.at(-1)!.slice(0, 7)}-01`), 1), -1),
  };
};

const endOf = ({ issuedOn, reportDueOn }: AuditRow): Day => (issuedOn ?? reportDueOn) as Day;

const share = ({ from, until }: Window, at: Day): number =>
  Math.min(100, Math.max(0, (daysBetween(from, at) / (daysBetween(from, until) + 1)) * 100));

function Bar({ audit, shown, today }: { audit: AuditRow; shown: Window; today: Day }) {
  const { id, number, title, status, startsOn, reportDueOn, issuedOn } = audit;
  const left = share(shown, startsOn as Day);
  const width = Math.max(1.5, share(shown, addDays(endOf(audit), 1)) - left);
  const late = !issuedOn && reportDueOn < today;
  const tone = late ? "danger" : auditStatuses[status].tone;
  return (
    <li className="grid gap-1 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-center lg:gap-4">
      <span className="grid gap-1">
        <Link to={pathTo("auditEngagement", { id })}>
          <span className="mono">{number}</span> {title}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-13 text-t2">
          <StatusBadge statuses={auditStatuses} status={status} />
          {issuedOn
            ? `Issued ${formatDate(issuedOn)}`
            : `Report ${late ? "was due" : "due"} ${formatDate(reportDueOn)}`}
        </span>
      </span>
      <span className="relative h-5 rounded bg-s2" aria-hidden="true">
        <span
          className={`tone-${tone} absolute inset-y-0 rounded border border-current`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
        <span
          className="absolute inset-y-[-4px] w-px bg-current text-link"
          style={{ left: `${share(shown, today)}%` }}
        />
      </span>
    </li>
  );
}

function Months({ shown }: { shown: Window }) {
  const months = monthsOf(shown.from, shown.until);
  return (
    <div
      className="hidden text-13 text-t2 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-4"
      aria-hidden="true"
    >
      <span />
      <span className="relative h-5">
        {months.map((at) => (
          <span key={at} className="absolute" style={{ left: `${share(shown, at)}%` }}>
            {new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" }).format(
              new Date(`${at}T00:00:00Z`),
            )}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The year of audits: each from its start to its report, in the color of its phase, with today as a line. */
export function Timeline() {
  const today = useDays().today();
  const { data } = useGet<{ items: AuditRow[] }>(
    "audits",
    `/api/v1/audits?reportDueOn.min=${addMonths(today, -12)}&sort=startsOn&limit=100`,
  );
  const audits = data?.items ?? [];
  if (audits.length === 0) return null;
  const shown = windowOf(audits, today);
  return (
    <section className="panel grid gap-4 p-4" aria-labelledby="year-of-audits">
      <h2 id="year-of-audits">The year by phase</h2>
      <Months shown={shown} />
      <ol className="grid gap-4">
        {audits.map((audit) => (
          <Bar key={audit.id} audit={audit} shown={shown} today={today} />
        ))}
      </ol>
    </section>
  );
}
