import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand, Menu } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Proposals } from "../exchange/Proposals.tsx";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { Baseline } from "./Baseline.tsx";
import { Earned } from "./Earned.tsx";
import { Gantt } from "./Gantt.tsx";
import { dayOfMoment, fittingZoom, zooms, type Zoom } from "./gantt.model.ts";
import { Health } from "./Health.tsx";
import { Key } from "./Key.tsx";
import { Moved } from "./Moved.tsx";
import { dateOf } from "./words.ts";

const TaskForm = dialogOnDemand(async () => (await import("./TaskForm.tsx")).TaskForm);
const TaskDialog = dialogOnDemand(async () => (await import("./TaskDialog.tsx")).TaskDialog);
const LinkForm = dialogOnDemand(async () => (await import("./LinkForm.tsx")).LinkForm);
const StartDialog = dialogOnDemand(async () => (await import("./StartDialog.tsx")).StartDialog);
const CalendarDialog = dialogOnDemand(
  async () => (await import("./CalendarDialog.tsx")).CalendarDialog,
);

type Asked = {
  what: "new" | "settings" | "calendar" | "task" | "change" | "link";
  taskId?: string;
} | null;

/** How a finish stands to the baseline, in days of the calendar. */
const against = (slip: number): string => {
  if (slip === 0) return "";
  return `, ${counted(Math.abs(slip), "day")} ${slip > 0 ? "behind" : "ahead of"} the baseline`;
};

/** Where the way to the finish begins: the first task on the longest path that is not done. */
const firstOnPath = ({ tasks }: ScheduleDetail): ScheduleTask | undefined =>
  tasks
    .filter(
      ({ kind, longestPath, actualFinish }) =>
        kind !== "summary" && longestPath && actualFinish === null,
    )
    .toSorted((a, b) => a.start.localeCompare(b.start))[0];

function Found({ of }: { of: ScheduleDetail }) {
  const slip = of.slipDays ?? 0;
  const behind = of.tasks.filter(
    ({ kind, slipDays, actualFinish }) =>
      kind !== "summary" && actualFinish === null && (slipDays ?? 0) > 0,
  ).length;
  const cause = firstOnPath(of);
  const negative = of.tasks.filter(
    ({ kind, totalFloatMinutes }) => kind !== "summary" && (totalFloatMinutes ?? 0) < 0,
  ).length;
  return (
    <Finding
      parts={[
        ...(of.finish
          ? [
              {
                text: `The project finishes on ${dateOf(of.finish)}${against(slip)}`,
              },
            ]
          : []),
        ...(slip > 0 && cause ? [{ text: `${cause.name} drives it` }] : []),
        ...(of.mustFinishOn && of.finish && dayOfMoment(of.finish) > of.mustFinishOn
          ? [{ text: `its contract days end on ${formatDate(of.mustFinishOn)}` }]
          : []),
        ...(behind > 0 ? [{ text: `${counted(behind, "task")} will finish late` }] : []),
        ...(negative > 0
          ? [
              {
                text: `${counted(negative, "task misses", "tasks miss")} a deadline or constraint`,
              },
            ]
          : []),
        ...(of.tasks.length > 0
          ? [{ text: `progress is known until ${formatDate(of.dataDate)}` }]
          : []),
      ]}
      none="No task is planned yet. Add the first one, or import a file of MS Project or P6."
    />
  );
}

function Dialogs({
  of,
  asked,
  ask,
}: {
  of: ScheduleDetail;
  asked: Asked;
  ask: (next: Asked) => void;
}) {
  if (!asked) return null;
  const close = () => ask(null);
  if (asked.what === "settings") return <StartDialog of={of} onClose={close} />;
  if (asked.what === "calendar") return <CalendarDialog of={of} onClose={close} />;
  if (asked.what === "new") return <TaskForm of={of} task={null} onClose={close} />;
  const task = of.tasks.find(({ id }) => id === asked.taskId);
  if (!task) return null;
  const back = () => ask({ what: "task", taskId: task.id });
  if (asked.what === "change") return <TaskForm of={of} task={task} onClose={back} />;
  if (asked.what === "link") return <LinkForm of={of} task={task} onClose={back} />;
  return (
    <TaskDialog
      of={of}
      task={task}
      onOpen={({ id }) => ask({ what: "task", taskId: id })}
      onChange={() => ask({ what: "change", taskId: task.id })}
      onLink={() => ask({ what: "link", taskId: task.id })}
      onClose={close}
    />
  );
}

function Tools({
  of,
  zoom,
  onZoom,
  ask,
}: {
  of: ScheduleDetail;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  ask: (next: Asked) => void;
}) {
  return (
    <div className="flex flex-wrap items-end gap-3 no-print">
      <h2 className="mr-auto">Tasks and their picture</h2>
      <label className="flex items-center gap-2 text-14">
        Zoom
        <select
          className="field-control"
          value={zoom}
          onChange={(event) => onZoom(event.target.value as Zoom)}
        >
          {Object.entries(zooms).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Menu
        label="More of the schedule"
        trigger={
          <button type="button" className="btn btn-secondary">
            More
          </button>
        }
        entries={[
          {
            label: "Print",
            onSelect: () =>
              window.location.assign(`/api/v1/projects/${of.projectId}/schedule-paper`),
          },
          {
            label: "Milestones for a calendar",
            onSelect: () =>
              window.location.assign(`/api/v1/projects/${of.projectId}/milestones.ics`),
          },
          ...(of.canEdit
            ? [
                { label: "Settings", onSelect: () => ask({ what: "settings" }) },
                { label: "Calendars", onSelect: () => ask({ what: "calendar" }) },
              ]
            : []),
        ]}
      />
      {of.canEdit && (
        <button type="button" className="btn btn-secondary" onClick={() => ask({ what: "new" })}>
          <Plus aria-hidden="true" />
          New task
        </button>
      )}
      {of.tasks.length > 0 && (
        <Held permission="schedule.progress" what="Update progress">
          <Link className="btn btn-primary" to={pathTo("scheduleProgress", { id: of.projectId })}>
            Update progress
          </Link>
        </Held>
      )}
    </div>
  );
}

function Standing({ of }: { of: ScheduleDetail }) {
  const [zoom, setZoom] = useState<Zoom>(() => fittingZoom(of));
  const [asked, ask] = useState<Asked>(null);
  const open = ({ id }: ScheduleTask) => ask({ what: "task", taskId: id });
  return (
    <div className="stack">
      <Found of={of} />
      <section className="grid min-w-0 gap-3">
        <Tools of={of} zoom={zoom} onZoom={setZoom} ask={ask} />
        {of.tasks.length > 0 && (
          <>
            <Gantt of={of} zoom={zoom} onOpen={open} />
            <Key />
          </>
        )}
      </section>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="stack">
          <Moved of={of} />
          {of.tasks.length > 0 && <Health of={of} onOpen={open} />}
        </div>
        <div className="stack">
          <Baseline of={of} />
          <Earned of={of} />
        </div>
      </div>
      <Proposals projectId={of.projectId} canExport={of.tasks.length > 0} />
      <Dialogs of={of} asked={asked} ask={ask} />
    </div>
  );
}

function None({ of }: { of: ScheduleDetail }) {
  const [begins, setBegins] = useState(false);
  return (
    <>
      <EmptyState
        kind="first-use"
        title="No schedule yet"
        action={
          of.canEdit && (
            <button type="button" className="btn btn-primary" onClick={() => setBegins(true)}>
              Begin the schedule
            </button>
          )
        }
      >
        Plan the tasks with what each waits for; every slip then names its cause.
      </EmptyState>
      {begins && <StartDialog of={of} onClose={() => setBegins(false)} />}
    </>
  );
}

/** The schedule of a project: what slips and why, tasks with their bars, baseline and earned value. */
export default function ScheduleTab({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useGet<ScheduleDetail>(
    "schedules",
    `/api/v1/projects/${projectId}/schedule`,
  );
  if (error) return <ErrorPanel error={error} what="The schedule" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton columns={4} />;
  return data.id ? <Standing key={data.id} of={data} /> : <None of={data} />;
}
