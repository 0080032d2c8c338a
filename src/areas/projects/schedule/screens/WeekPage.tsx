import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { groupBy } from "#kernel/group.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { CodesBeyond } from "../../code/code.model.ts";
import type { ScheduleRow, ScheduleTaskRow } from "../list.model.ts";
import { Portfolio } from "./Portfolio.tsx";

const scheduleOf = (projectId: string): string =>
  `${pathTo("project", { id: projectId })}?tab=schedule`;
const tasksAt = (query: string) => useList<ScheduleTaskRow>("/api/v1/schedule-tasks", query);

function Found({
  rows,
  slipped,
  mine,
}: {
  rows: readonly ScheduleRow[];
  slipped: number;
  mine: number;
}) {
  const behind = rows.filter(({ slipDays }) => (slipDays ?? 0) > 0);
  const worst = behind.toSorted((a, b) => b.slipDays! - a.slipDays!)[0];
  return (
    <Finding
      parts={[
        ...(worst
          ? [
              {
                text: `${counted(behind.length, "project finishes", "projects finish")} behind the baseline, ${worst.project} by ${counted(worst.slipDays!, "day")}`,
                to: scheduleOf(worst.projectId),
              },
            ]
          : []),
        ...(slipped > 0
          ? [{ text: `${counted(slipped, "task")} slipped since the last update`, to: "#slipped" }]
          : []),
        ...(mine > 0
          ? [
              {
                text: `${counted(mine, "task waits", "tasks wait")} for your progress`,
                to: "#mine",
              },
            ]
          : []),
      ]}
      none={
        rows.length === 0
          ? "No project has a schedule yet."
          : "Every schedule holds its baseline, and nothing slipped since its last update."
      }
    />
  );
}

function Slipped({ rows, total }: { rows: readonly ScheduleTaskRow[]; total: number }) {
  const [shown, setShown] = useState(8);
  return (
    <section id="slipped" className="grid min-w-0 gap-3">
      <h2>Slipped since the last update</h2>
      {rows.length === 0 ? (
        <p className="text-t2">No task finishes later than its last update said.</p>
      ) : (
        <LineTable<ScheduleTaskRow>
          label="Tasks that slipped"
          lines={rows.slice(0, shown)}
          keyOf={({ id }) => id}
          parts={[
            {
              label: "Task",
              as: "title",
              cell: (row) => (
                <Link to={scheduleOf(row.projectId)}>
                  <span className="mono">{row.code}</span> {row.name}
                </Link>
              ),
            },
            { label: "Project", words: true, cell: (row) => row.project },
            { label: "Finish", cell: (row) => formatDate(row.finishOn) },
            { label: "Later by", cell: (row) => counted(row.movedDays ?? 0, "day") },
            { label: "Driven by", words: true, cell: (row) => row.drivenBy ?? "" },
          ]}
        />
      )}
      <MoreRows
        shown={Math.min(shown, rows.length)}
        total={total}
        most={100}
        end="The others stand on the schedules of their projects."
        order="what slipped most first"
        busy={false}
        onMore={() => setShown(shown + 40)}
      />
    </section>
  );
}

type Week = { week: Day; crews: { crew: string; tasks: ScheduleTaskRow[] }[] };

/** The Monday of the week in which a task begins; of this week, where it runs already. */
const weekOf = ({ startsOn }: ScheduleTaskRow, today: Day): Day => {
  const on = startsOn > today ? startsOn : today;
  return addDays(on, -((new Date(on).getUTCDay() + 6) % 7));
};

/** Tasks by the Monday of their week and by crew. */
const byWeek = (rows: readonly ScheduleTaskRow[], today: Day): Week[] => {
  const weeks = groupBy(rows, (row) => weekOf(row, today));
  return [...weeks]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([week, tasks]) => ({
      week,
      crews: [...groupBy(tasks, ({ crew }) => crew)]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([crew, its]) => ({ crew, tasks: its })),
    }));
};

function LookAhead({ rows }: { rows: readonly ScheduleTaskRow[] }) {
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  return (
    <section className="grid min-w-0 gap-3">
      <h2>The next three weeks</h2>
      {rows.length === 0 ? (
        <p className="text-t2">No task is under way or begins within three weeks.</p>
      ) : (
        byWeek(rows, today).map(({ week, crews }) => (
          <div key={week} className="grid gap-2">
            <h3>Week of {formatDate(week)}</h3>
            {crews.map(({ crew, tasks }) => (
              <div key={crew} className="panel grid gap-1">
                <p className="text-12 text-t2">{crew || "No crew named"}</p>
                <ul className="grid gap-1">
                  {tasks.map((task) => (
                    <li key={task.id} className="flex flex-wrap items-baseline gap-x-3">
                      <Link to={scheduleOf(task.projectId)}>
                        <span className="mono">{task.code}</span> {task.name}
                      </Link>
                      <span className="text-12 text-t2">
                        {formatDate(task.startsOn)} to {formatDate(task.finishOn)}, {task.percent}%
                        {task.critical && ", critical"}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        ))
      )}
    </section>
  );
}

function Mine({ rows }: { rows: readonly ScheduleTaskRow[] }) {
  return (
    <section id="mine" className="grid min-w-0 gap-3">
      <h2>Waits for your progress</h2>
      {rows.length === 0 ? (
        <p className="text-t2">No task that you report waits.</p>
      ) : (
        <ul className="grid gap-1">
          {rows.map((task) => (
            <li key={task.id}>
              <Link to={pathTo("scheduleProgress", { id: task.projectId })}>
                <span className="mono">{task.code}</span> {task.name}
              </Link>
              <span className="block text-12 text-t2">
                {task.project}, {formatDate(task.startsOn)} to {formatDate(task.finishOn)},{" "}
                {task.percent}%
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Beyond() {
  const { data } = useGet<CodesBeyond>("projects", "/api/v1/codes-beyond-budget");
  if (!data) return null;
  return (
    <Panel title="Cost codes beyond budget">
      {data.items.length === 0 ? (
        <p className="text-t2">
          None of {counted(data.lookedAt, "project")} under way
          {data.lookedAt < data.projects && ` (of ${data.projects})`}.
        </p>
      ) : (
        <ul className="grid gap-2">
          {data.items.map((row) => (
            <li key={`${row.projectId}${row.costCodeId}`} className="grid">
              <Link to={`${pathTo("project", { id: row.projectId })}?tab=budget`}>
                <span className="mono">{row.code}</span> {row.name}
              </Link>
              <span className="text-12 text-t2">
                {row.project}: {formatCents(row.forecast)} expected of {formatCents(row.budget)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Report({ rows }: { rows: readonly ScheduleRow[] }) {
  const navigate = useNavigate();
  const [first, ...others] = rows.filter(({ finishOn }) => finishOn !== null);
  const [chosen, choose] = useState("");
  if (!first) return null;
  const go = () => void navigate(pathTo("scheduleProgress", { id: chosen || first.projectId }));
  return (
    <span className="flex flex-wrap items-center gap-2">
      {others.length > 0 && (
        <label className="flex items-center gap-2 text-14">
          <span className="sr-only">Project whose progress is updated</span>
          <select
            className="field-control"
            value={chosen || first.projectId}
            onChange={(event) => choose(event.target.value)}
          >
            {[first, ...others].map(({ projectId, project }) => (
              <option key={projectId} value={projectId}>
                {project}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="btn btn-primary" onClick={go}>
        Update progress
      </button>
    </span>
  );
}

/** /project-management: the manager's week over all schedules. */
export default function WeekPage() {
  const all = useList<ScheduleRow>("/api/v1/schedules", "open=true&limit=100&sort=-slipDays");
  const slipped = tasksAt("slipped=true&limit=100&sort=-movedDays");
  const ahead = tasksAt("soon=true&limit=100&sort=startsOn");
  const mine = tasksAt("waits=true&mine=true&limit=25&sort=startsOn");
  const rows = all.data?.items ?? [];
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Project management</h1>
          <Report rows={rows} />
        </div>
        {all.data && slipped.data && mine.data && (
          <Found
            rows={rows}
            slipped={slipped.data.total ?? slipped.data.items.length}
            mine={mine.data.total ?? mine.data.items.length}
          />
        )}
      </header>
      {all.isPending && <TableSkeleton columns={3} />}
      {all.error && (
        <ErrorPanel error={all.error} what="The schedules" onRetry={() => void all.refetch()} />
      )}
      {all.data && rows.length === 0 && (
        <EmptyState
          kind="first-use"
          title="No schedule yet"
          action={
            <Link className="btn btn-primary" to={pathTo("projects")}>
              Open the projects
            </Link>
          }
        >
          A schedule is begun on the tab Schedule of its project.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <Portfolio hrefOf={scheduleOf} />
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="stack">
              <Slipped rows={slipped.data?.items ?? []} total={slipped.data?.total ?? 0} />
              <LookAhead rows={ahead.data?.items ?? []} />
            </div>
            <div className="stack">
              <Mine rows={mine.data?.items ?? []} />
              <Beyond />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
