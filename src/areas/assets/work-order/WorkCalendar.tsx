import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { bankHolidayOn, dayAfter, weekdayOf } from "#kernel/holidays.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { inHours } from "../hours/hours.labels.ts";
import { workOrderStatuses, workPriorities } from "./work-order.labels.ts";
import type { WorkOrderRow } from "./work-order.model.ts";

const most = 200;
const shown = "approved,scheduled,in_progress,on_hold,completed,closed";
const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const weekOf = (day: string): Day[] => {
  const monday = dayAfter(day, -((weekdayOf(day) + 6) % 7));
  return Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));
};
const crewsOf = (items: readonly WorkOrderRow[]): string[] =>
  [...new Set(items.map((w) => w.lead ?? ""))].toSorted((a, b) =>
    a === "" ? 1 : b === "" ? -1 : a.localeCompare(b),
  );

function Item({ work: w }: { work: WorkOrderRow }) {
  return (
    <li className="grid justify-items-start gap-1 border-b border-hair py-2 last:border-0">
      <Link to={pathTo("workOrder", { id: w.id })} className="[overflow-wrap:anywhere]">
        {w.title}
      </Link>
      <span className="text-12 text-t2">
        {[
          w.asset ?? w.location,
          w.priority !== "normal" && workPriorities[w.priority],
          w.estimateMinutes !== null && inHours(w.estimateMinutes),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <StatusBadge statuses={workOrderStatuses} status={w.status} />
    </li>
  );
}

const minutesOf = (items: readonly WorkOrderRow[]) =>
  items.reduce((all, w) => all + (w.estimateMinutes ?? 0), 0);

function Day({ day, items, today }: { day: string; items: WorkOrderRow[]; today: boolean }) {
  const holiday = bankHolidayOn(day);
  return (
    <li className={`min-w-0 ${items.length === 0 ? "max-xl:hidden" : ""}`}>
      <h3 className={`text-13 ${today ? "font-semibold text-t1" : "text-t2"}`}>
        <span className="whitespace-nowrap">
          {names[weekdayOf(day)]} {Number(day.slice(8))}
        </span>
        {today && ", today"}
        {holiday && `, ${holiday}`}
      </h3>
      {minutesOf(items) > 0 && (
        <p className="text-12 text-t2 tabular-nums">{inHours(minutesOf(items))} estimated</p>
      )}
      <ul>
        {items.map((w) => (
          <Item key={w.id} work={w} />
        ))}
      </ul>
    </li>
  );
}

function Crew({
  lead,
  items,
  days,
  today,
}: {
  lead: string;
  items: readonly WorkOrderRow[];
  days: readonly string[];
  today: string;
}) {
  return (
    <section className="panel">
      <header>
        <h2>{lead || "Nobody yet"}</h2>
        <div className="ml-auto text-12 text-t2">{counted(items.length, "order")}</div>
      </header>
      <div className="panel-body">
        <ul className="grid gap-4 xl:grid-cols-7">
          {days.map((day) => (
            <Day
              key={day}
              day={day}
              today={day === today}
              items={items.filter((w) => w.scheduledOn === day)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Week({ days, today }: { days: readonly string[]; today: string }) {
  const list = useList<WorkOrderRow>(
    "/api/v1/work-orders",
    `scheduledOn.min=${days[0]}&scheduledOn.max=${days[6]}&status=${shown}&sort=scheduledOn&limit=${most}`,
  );
  if (list.isPending) return <RecordSkeleton />;
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The calendar" onRetry={() => void list.refetch()} />
    );
  const { items, total } = list.data;
  return (
    <div className="grid gap-4">
      {items.length === 0 && <p className="text-t2">No work is scheduled for this week.</p>}
      {crewsOf(items).map((lead) => (
        <Crew
          key={lead}
          lead={lead}
          days={days}
          today={today}
          items={items.filter((w) => (w.lead ?? "") === lead)}
        />
      ))}
      {(total ?? 0) > most && <p className="text-t2">The first {most} by their day.</p>}
    </div>
  );
}
/** /maintenance-management/calendar: a week's scheduled work by who leads it; `?week=` names a day of it. */
export default function WorkCalendar() {
  const [search] = useSearchParams();
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  const asked = search.get("week") ?? "";
  const days = weekOf(/^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today);
  const to = (day: string) => `${pathTo("maintenanceCalendar")}?week=${day}`;
  return (
    <>
      <MaintenanceNav open="maintenanceCalendar" />
      <div className="list-head">
        <h1>
          Week of {formatDate(days[0]!)}
          <span className="visually-hidden">: work by crew</span>
        </h1>
        <Link className="btn" to={to(dayAfter(days[0]!, -7))}>
          Week before
        </Link>
        <Link className="btn" to={pathTo("maintenanceCalendar")}>
          This week
        </Link>
        <Link className="btn" to={to(dayAfter(days[0]!, 7))}>
          Week after
        </Link>
      </div>
      <Week days={days} today={today} />
    </>
  );
}
