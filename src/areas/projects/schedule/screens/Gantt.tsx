import { useRef, useState, type KeyboardEvent, type UIEvent } from "react";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { Bars, rowHeight } from "./Bars.tsx";
import {
  inDays,
  lowerTicks,
  restDays,
  rowsInSight,
  shownTasks,
  timelineOf,
  upperTicks,
  type Tick,
  type Timeline,
  type Zoom,
} from "./gantt.model.ts";
import { useDrag } from "./useDrag.ts";
import { dateOf } from "./words.ts";
import { calendarOf } from "./calendar.model.ts";
import { useScheduleChange } from "./useScheduleChange.ts";

type Of = {
  of: ScheduleDetail;
  zoom: Zoom;
  onOpen: (task: ScheduleTask) => void;
};

function Ruler({ timeline }: { timeline: Timeline }) {
  const row = (ticks: Tick[], y: number, kind: string) =>
    ticks.map((tick) => (
      <g key={`${kind}${tick.x}`}>
        <path className="gantt-tick" d={`M${tick.x} ${y}V${y + 22}`} />
        {tick.width >= tick.label.length * 6 && (
          <text x={tick.x + 4} y={y + 15}>
            {tick.label}
          </text>
        )}
      </g>
    ));
  return (
    <svg
      className="gantt-ruler"
      aria-hidden="true"
      width={timeline.days * timeline.width}
      height={44}
    >
      {row(upperTicks(timeline), 0, "upper")}
      {row(lowerTicks(timeline), 22, "lower")}
    </svg>
  );
}

const floatOf = (of: ScheduleDetail, task: ScheduleTask): string =>
  task.totalFloatMinutes === null
    ? ""
    : inDays(task.totalFloatMinutes, calendarOf(of, task).minutesPerDay);

function Cells({
  of,
  task,
  folded,
  onFold,
}: {
  of: ScheduleDetail;
  task: ScheduleTask;
  folded: boolean;
  onFold: () => void;
}) {
  const late = (task.slipDays ?? 0) > 0;
  return (
    <div className="gantt-cells" data-kind={task.kind}>
      <div role="gridcell" className="gantt-name" style={{ paddingLeft: 8 + task.level * 14 }}>
        {task.kind === "summary" && (
          <button
            type="button"
            tabIndex={-1}
            className="gantt-fold"
            aria-label={folded ? `Unfold ${task.name}` : `Fold ${task.name}`}
            onClick={(event) => {
              event.stopPropagation();
              onFold();
            }}
          >
            {folded ? <ChevronRight aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          </button>
        )}
        <span className="mono text-t2">{task.code}</span> {task.name}
      </div>
      <div role="gridcell" className="num">
        {task.kind === "task"
          ? inDays(task.durationMinutes, calendarOf(of, task).minutesPerDay)
          : ""}
      </div>
      <div role="gridcell" className="num" data-actual={task.actualStart !== null}>
        {dateOf(task.start)}
        {task.actualStart && <span className="sr-only">, actual</span>}
      </div>
      <div
        role="gridcell"
        className="num"
        data-actual={task.actualFinish !== null}
        data-late={late}
      >
        {dateOf(task.finish)}
        {task.actualFinish && <span className="sr-only">, actual</span>}
      </div>
      <div role="gridcell" className="num" data-critical={task.critical}>
        {floatOf(of, task)}
        {task.critical && <span className="sr-only">, critical</span>}
        {task.longestPath && <span className="sr-only">, on the longest path</span>}
      </div>
    </div>
  );
}

const useRows = (of: ScheduleDetail) => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (task: ScheduleTask, on: boolean) =>
    setFolded((was) => {
      const now = new Set(was);
      if (on) now.add(task.id);
      else now.delete(task.id);
      return now;
    });
  return { folded, fold, rows: shownTasks(of.tasks, folded) };
};

const headings = ["Task", "Days", "Start", "Finish", "Float"] as const;

/**
 * Tasks and their picture, side by side. Keys: up and down go through the tasks, Enter opens one, left
 * and right fold and unfold a summary; with Alt they move a task by a day, with Alt and Shift its end.
 */
export function Gantt({ of, zoom, onOpen }: Of) {
  const { folded, fold, rows } = useRows(of);
  const [sight, setSight] = useState({ top: 0, height: 640 });
  const [active, setActive] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const timeline = timelineOf(of, zoom);
  const change = useScheduleChange(of);
  const { drag, grab } = useDrag(timeline, (dropped) => void change.drop(dropped));
  const { from, to } = rowsInSight(rows.length, rowHeight, sight);
  const seen = rows.slice(from, to);
  const current = active && rows.some(({ id }) => id === active) ? active : rows[0]?.id;
  const look = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) =>
    setSight({ top: scrollTop, height: clientHeight });
  const goTo = (task: ScheduleTask | undefined) => {
    if (!task) return;
    setActive(task.id);
    const top = rows.indexOf(task) * rowHeight;
    const box = frame.current!;
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + 2 * rowHeight + 44 > box.scrollTop + box.clientHeight)
      box.scrollTop = top + 2 * rowHeight + 44 - box.clientHeight;
    requestAnimationFrame(() =>
      box.querySelector<HTMLElement>(`[data-task="${task.id}"]`)?.focus(),
    );
  };
  const press = (event: KeyboardEvent, task: ScheduleTask) => {
    const at = rows.indexOf(task);
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.altKey && sideways && of.canEdit && task.kind !== "summary")
      void change.byDays(task, event.shiftKey ? "length" : "move", sideways);
    else if (event.key === "ArrowDown") goTo(rows[at + 1]);
    else if (event.key === "ArrowUp") goTo(rows[at - 1]);
    else if (event.key === "Home") goTo(rows[0]);
    else if (event.key === "End") goTo(rows.at(-1));
    else if (event.key === "Enter") onOpen(task);
    else if (sideways && task.kind === "summary") fold(task, sideways < 0);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className="gantt"
      role="treegrid"
      aria-label="Tasks of the schedule"
      aria-rowcount={rows.length + 1}
      onScroll={look}
    >
      <div className="gantt-head" role="row" aria-rowindex={1}>
        <div className="gantt-cells">
          {headings.map((heading) => (
            <div key={heading} role="columnheader" className={heading === "Task" ? "" : "num"}>
              {heading}
            </div>
          ))}
        </div>
        <Ruler timeline={timeline} />
      </div>
      <div className="gantt-body" style={{ height: rows.length * rowHeight }}>
        {seen.map((task, at) => (
          <div
            key={task.id}
            role="row"
            className="gantt-row"
            data-task={task.id}
            aria-rowindex={from + at + 2}
            aria-level={task.level + 1}
            aria-expanded={task.kind === "summary" ? !folded.has(task.id) : undefined}
            tabIndex={task.id === current ? 0 : -1}
            style={{ top: (from + at) * rowHeight }}
            onFocus={() => setActive(task.id)}
            onKeyDown={(event) => press(event, task)}
            onClick={() => onOpen(task)}
          >
            <Cells
              of={of}
              task={task}
              folded={folded.has(task.id)}
              onFold={() => fold(task, !folded.has(task.id))}
            />
          </div>
        ))}
        <Bars
          of={of}
          rows={seen}
          from={from}
          timeline={timeline}
          rest={restDays(
            timeline,
            of.calendars.find(({ id }) => id === of.calendarId),
          )}
          drag={drag}
          grab={of.canEdit && !change.busy ? grab : null}
        />
      </div>
    </div>
  );
}
