import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { ScheduleRow } from "../list.model.ts";
import { upperTicks } from "./gantt.model.ts";

const wide = 1000;

const daysOf = (row: ScheduleRow): Day[] =>
  [row.startsOn, row.dataDate, row.finishOn, row.baseFinishOn, row.nextMilestoneOn].filter(
    (on): on is Day => on !== null,
  );

const slipText = ({ slipDays, baseFinishOn }: ScheduleRow): string => {
  if (baseFinishOn === null) return "no baseline";
  if (!slipDays) return "as the baseline";
  return `${counted(Math.abs(slipDays), "day")} ${slipDays > 0 ? "behind" : "ahead"}`;
};

function Line({ row, xOf }: { row: ScheduleRow; xOf: (on: Day) => number }) {
  const finish = row.finishOn ?? row.dataDate;
  const late = (row.slipDays ?? 0) > 0;
  return (
    <svg
      className="week-line"
      viewBox={`0 0 ${wide} 34`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect
        className="week-done"
        x={xOf(row.startsOn)}
        y={12}
        width={Math.max(0, xOf(row.dataDate) - xOf(row.startsOn))}
        height={8}
      />
      <rect
        className="week-left"
        x={xOf(row.dataDate)}
        y={12}
        width={Math.max(0, xOf(finish) - xOf(row.dataDate))}
        height={8}
      />
      {late && row.baseFinishOn && (
        <rect
          className="week-late"
          x={xOf(row.baseFinishOn)}
          y={12}
          width={Math.max(2, xOf(finish) - xOf(row.baseFinishOn))}
          height={8}
        />
      )}
      {row.baseFinishOn && <path className="week-base" d={`M${xOf(row.baseFinishOn)} 5V27`} />}
      {row.nextMilestoneOn && (
        <path className="week-next" d={`M${xOf(row.nextMilestoneOn)} 8V24`} />
      )}
    </svg>
  );
}

/** One line a project: what is behind it, what is left, baseline and forecast of its finish. */
export function Timeline({
  rows,
  hrefOf,
}: {
  rows: readonly ScheduleRow[];
  hrefOf: (projectId: string) => string;
}) {
  const days = rows.flatMap(daysOf).toSorted();
  const from = addDays(days[0]!, -10);
  const span = daysBetween(from, days.at(-1)!) + 20;
  const xOf = (on: Day) => (daysBetween(from, on) / span) * wide;
  const ticks = upperTicks({ from, days: span, width: wide / span });
  return (
    <section className="panel grid gap-2" aria-label="Projects over time">
      <div className="week-row">
        <span className="text-12 text-t2">Project</span>
        <div className="week-ruler" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick.x} style={{ left: `${(tick.x / wide) * 100}%` }}>
              {tick.width >= 50 ? tick.label : ""}
            </span>
          ))}
        </div>
        <span className="text-12 text-t2">Finish</span>
      </div>
      <ul className="grid gap-1">
        {rows.map((row) => (
          <li key={row.id}>
            <Link className="week-row" to={hrefOf(row.projectId)}>
              <span className="grid min-w-0">
                <span className="truncate text-t1">{row.project}</span>
                <span className="text-12 text-t2">
                  {row.nextMilestoneOn
                    ? `${row.nextMilestone}, ${formatDate(row.nextMilestoneOn)}`
                    : "No milestone ahead"}
                </span>
              </span>
              <Line row={row} xOf={xOf} />
              <span className="grid text-12">
                <span>{row.finishOn ? formatDate(row.finishOn) : "Unknown"}</span>
                <span className={(row.slipDays ?? 0) > 0 ? "text-danger" : "text-t2"}>
                  {slipText(row)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className="gantt-key">
        <li>
          <span className="week-mark" data-mark="done" /> Until the data date
        </li>
        <li>
          <span className="week-mark" data-mark="left" /> What is left
        </li>
        <li>
          <span className="week-mark" data-mark="late" /> Behind the baseline
        </li>
        <li>
          <span className="week-mark" data-mark="base" /> Finish of the baseline
        </li>
        <li>
          <span className="week-mark" data-mark="next" /> Next milestone
        </li>
      </ul>
    </section>
  );
}
