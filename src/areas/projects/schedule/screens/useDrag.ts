import { useState, type PointerEvent as ReactPointerEvent } from "react";
import type { Day } from "#kernel/time.ts";
import type { ScheduleTask } from "../schedule.model.ts";
import { dayAt, dayOfMoment, xOf, type Timeline } from "./gantt.model.ts";

/** A bar that is being dragged: whole, or its end. */
export type Drag = { id: string; how: "move" | "length"; dx: number };

/** A bar that was let go: where it is to begin, or on which day it is to end. */
export type Dropped = { task: ScheduleTask; how: Drag["how"]; on: Day };

/** Bars that are dragged; `dropped` hears of one that was let go on another day. */
export const useDrag = (timeline: Timeline, dropped: (of: Dropped) => void) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const grab = (task: ScheduleTask, how: Drag["how"]) => (event: ReactPointerEvent<SVGElement>) => {
    if (event.button !== 0 || (how === "move" && task.actualStart !== null)) return;
    const bar = event.currentTarget;
    const from = event.clientX;
    bar.setPointerCapture(event.pointerId);
    const move = (to: PointerEvent) => setDrag({ id: task.id, how, dx: to.clientX - from });
    const end = (to: PointerEvent) => {
      bar.removeEventListener("pointermove", move);
      setDrag(null);
      const dx = to.clientX - from;
      const moment = how === "move" ? task.start : task.finish;
      const on = dayAt(timeline, xOf(timeline, moment) + dx);
      if (to.type === "pointerup" && on !== dayOfMoment(moment)) dropped({ task, how, on });
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", end, { once: true });
    bar.addEventListener("pointercancel", end, { once: true });
  };
  return { drag, grab };
};
