import type { PointerEvent as ReactPointerEvent } from "react";
import { counted } from "#kernel/words.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { linkPath, xOf, type Timeline } from "./gantt.model.ts";
import type { Drag } from "./useDrag.ts";

export const rowHeight = 32;
const barTop = 7;
const barHeight = 12;

type Placed = { task: ScheduleTask; at: number };

const middle = (at: number): number => at * rowHeight + barTop + barHeight / 2;

function Diamond({ x, y, task }: { x: number; y: number; task: ScheduleTask }) {
  return (
    <path
      className="gantt-milestone"
      data-critical={task.critical}
      d={`M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`}
    />
  );
}

function Bracket({ x, width, y }: { x: number; width: number; y: number }) {
  return (
    <path
      className="gantt-summary"
      d={`M${x} ${y - 5}H${x + width}V${y + 5}L${x + width - 5} ${y}H${x + 5}L${x} ${y + 5}Z`}
    />
  );
}

/** What a task was to be: under its bar, thin. */
function Baseline({ task, at, timeline }: Placed & { timeline: Timeline }) {
  if (!task.baselineStart || !task.baselineFinish) return null;
  const x = xOf(timeline, task.baselineStart);
  return (
    <rect
      className="gantt-baseline"
      x={x}
      y={at * rowHeight + 23}
      width={Math.max(3, xOf(timeline, task.baselineFinish) - x)}
      height={4}
    />
  );
}

/** How far it may slip before the finish of the project does. */
function FloatLine({ task, at, timeline }: Placed & { timeline: Timeline }) {
  if (!task.totalFloatMinutes || task.totalFloatMinutes <= 0 || task.kind === "summary")
    return null;
  const y = middle(at);
  return (
    <path
      className="gantt-float"
      d={`M${xOf(timeline, task.finish)} ${y}H${xOf(timeline, task.lateFinish)}v-3v6`}
    />
  );
}

type Grab = (
  task: ScheduleTask,
  how: "move" | "length",
) => (event: ReactPointerEvent<SVGElement>) => void;

function Bar({
  task,
  at,
  timeline,
  drag,
  grab,
}: Placed & { timeline: Timeline; drag: Drag | null; grab: Grab | null }) {
  const moved = drag?.id === task.id ? drag : null;
  const start = xOf(timeline, task.start) + (moved?.how === "move" ? moved.dx : 0);
  const finish = xOf(timeline, task.finish) + (moved ? moved.dx : 0);
  const width = Math.max(3, finish - start);
  const y = at * rowHeight + barTop;
  return (
    <g
      className="gantt-bar"
      data-critical={task.critical}
      data-done={task.actualFinish !== null}
      data-movable={grab !== null && task.actualStart === null}
    >
      <rect
        x={start}
        y={y}
        width={width}
        height={barHeight}
        rx={2}
        onPointerDown={grab?.(task, "move")}
      />
      <rect
        className="gantt-progress"
        x={start}
        y={y}
        width={(width * task.percent) / 100}
        height={barHeight}
        rx={2}
      />
      {task.longestPath && (
        <rect className="gantt-longest" x={start} y={y - 4} width={width} height={2} />
      )}
      {grab && task.actualFinish === null && (
        <rect
          className="gantt-grip"
          x={start + width - 4}
          y={y}
          width={8}
          height={barHeight}
          onPointerDown={grab(task, "length")}
        />
      )}
    </g>
  );
}

function Deadline({ task, at, timeline }: Placed & { timeline: Timeline }) {
  if (!task.deadline) return null;
  const x = xOf(timeline, task.deadline);
  const y = at * rowHeight + 3;
  const missed = task.finish > task.deadline;
  return (
    <path className="gantt-deadline" data-missed={missed} d={`M${x - 5} ${y}h10l-5 8Z`}>
      <title>{missed ? "Deadline, missed" : "Deadline"}</title>
    </path>
  );
}

const titleOf = (task: ScheduleTask): string => {
  const slip = task.slipDays ?? 0;
  const late = slip > 0 ? `, ${counted(slip, "day")} behind the baseline` : "";
  return `${task.code} ${task.name}${late}`;
};

function Shape(props: Placed & { timeline: Timeline; drag: Drag | null; grab: Grab | null }) {
  const { task, at, timeline } = props;
  const x = xOf(timeline, task.start);
  if (task.kind === "milestone") return <Diamond x={x} y={middle(at)} task={task} />;
  if (task.kind === "summary")
    return <Bracket x={x} width={Math.max(10, xOf(timeline, task.finish) - x)} y={middle(at)} />;
  return <Bar {...props} />;
}

/** The links between tasks that are drawn, those that drive more strongly. */
function Links({
  of,
  rows,
  timeline,
}: {
  of: ScheduleDetail;
  rows: ReadonlyMap<string, Placed>;
  timeline: Timeline;
}) {
  const ends = ({ task, at }: Placed) => ({
    start: xOf(timeline, task.start),
    finish: xOf(timeline, task.finish),
    y: middle(at),
  });
  return (
    <g className="gantt-links">
      {of.links.map((link) => {
        const [from, to] = [rows.get(link.from), rows.get(link.to)];
        if (!from || !to) return null;
        return (
          <path
            key={link.id}
            data-drives={to.task.driver.linkId === link.id}
            markerEnd="url(#gantt-arrow)"
            d={linkPath(link.type, ends(from), ends(to))}
          />
        );
      })}
    </g>
  );
}

/** The picture beside the rows that are seen: bars, links, baseline, float and the data date. */
export function Bars({
  of,
  rows,
  from,
  timeline,
  rest,
  drag,
  grab,
}: {
  of: ScheduleDetail;
  /** The rows that are seen, from row `from` on. */
  rows: readonly ScheduleTask[];
  from: number;
  timeline: Timeline;
  /** Days on which nobody works, from the left. */
  rest: readonly number[];
  drag: Drag | null;
  grab: Grab | null;
}) {
  const height = rows.length * rowHeight;
  const placed = rows.map((task, at) => ({ task, at }));
  const byId = new Map(placed.map((row) => [row.task.id, row]));
  const now = xOf(timeline, `${of.dataDate}T00:00`);
  return (
    <svg
      className="gantt-bars"
      aria-hidden="true"
      width={timeline.days * timeline.width}
      height={height}
      style={{ top: from * rowHeight }}
    >
      <defs>
        <marker id="gantt-arrow" markerWidth="6" markerHeight="6" refX="5" refY="3" orient="auto">
          <path d="M0 0L6 3L0 6Z" />
        </marker>
      </defs>
      {rest.map((at) => (
        <rect
          key={at}
          className="gantt-rest"
          x={at * timeline.width}
          width={timeline.width}
          height={height}
        />
      ))}
      <Links of={of} rows={byId} timeline={timeline} />
      {placed.map((row) => (
        <g key={row.task.id}>
          <title>{titleOf(row.task)}</title>
          <Baseline {...row} timeline={timeline} />
          <FloatLine {...row} timeline={timeline} />
          <Shape {...row} timeline={timeline} drag={drag} grab={grab} />
          <Deadline {...row} timeline={timeline} />
        </g>
      ))}
      <path className="gantt-now" d={`M${now} 0V${height}`} />
    </svg>
  );
}
