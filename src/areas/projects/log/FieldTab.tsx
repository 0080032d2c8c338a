import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { delayCauses } from "./log.labels.ts";
import { LogTable } from "./LogTable.tsx";
import type { FieldDays } from "./log.model.ts";

const states = {
  log: "Log",
  delay: "Log with a delay",
  missing: "No log",
  free: "No working day, or not asked for",
} as const;

const lostWords = ({ cause, days, hours }: FieldDays["delays"][number]): string => {
  const lost = [
    ...(days > 0 ? [counted(days, "day")] : []),
    ...(hours === "0" ? [] : [`${shownDecimal(hours)} hours`]),
  ].join(" and ");
  return `${lost} lost: ${delayCauses[cause].toLowerCase()}`;
};

function Found({ field }: { field: FieldDays }) {
  const { missing, since } = field;
  return (
    <Finding
      parts={[
        ...(missing > 0
          ? [{ text: `${counted(missing, "working day has", "working days have")} no log` }]
          : []),
        ...field.delays.map((delay) => ({ text: lostWords(delay) })),
      ]}
      none={
        since
          ? `Every working day since ${formatDate(since)} has its log, and none was lost.`
          : "The work has not begun: no log is asked for yet."
      }
    />
  );
}

type OfDay = FieldDays["days"][number];

function DayCell({ of }: { of: OfDay }) {
  const said = `${formatDate(of.day)}: ${states[of.state]}`;
  const number = Number(of.day.slice(8));
  return (
    <li data-state={of.state} title={said}>
      {of.logId ? (
        <Link aria-label={said} to={pathTo("dailyLog", { id: of.logId })}>
          {number}
        </Link>
      ) : (
        <span>
          <span className="sr-only">{said}</span>
          <span aria-hidden="true">{number}</span>
        </span>
      )}
    </li>
  );
}

function Days({ field }: { field: FieldDays }) {
  const first = field.days[0];
  if (!first) return null;
  return (
    <section className="grid gap-3">
      <h2>Day by day</h2>
      <ol className="field-days" aria-label="Days of the last twelve weeks">
        {field.days.map((of) => (
          <DayCell key={of.day} of={of} />
        ))}
      </ol>
      <ul className="field-days-key" aria-label="What the days say">
        {(["log", "delay", "missing"] as const).map((state) => (
          <li key={state}>
            <span data-state={state} aria-hidden="true" />
            {states[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The field of a project: what lacks, its days, its logs. */
export function FieldTab({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useGet<FieldDays>(
    "daily-logs",
    `/api/v1/projects/${projectId}/field`,
  );
  return (
    <div className="stack">
      {error && (
        <ErrorPanel error={error} what="The days of the field" onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Found field={data} />
          <Days field={data} />
        </>
      )}
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Daily logs</h2>
          <Held permission="dailyLog.edit" what="New log">
            <Link className="btn btn-secondary" to={pathTo("logNew", { id: projectId })}>
              <Plus aria-hidden="true" />
              Today's log
            </Link>
          </Held>
        </div>
        <LogTable projectId={projectId} />
      </section>
    </div>
  );
}
