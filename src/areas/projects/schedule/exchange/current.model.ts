import type { Day } from "#kernel/time.ts";
import type { Snapshot } from "../snapshot.model.ts";
import { minuteOf } from "../worktime.model.ts";
import type { Plan, PlanCalendar } from "./plan.model.ts";

/** A schedule as a plan, and which of its tasks each of the plan's is. */
export type Current = { plan: Plan; idOf: ReadonlyMap<string, string> };

const within = (
  { id, name, week, exceptions }: Snapshot["calendars"][number],
  uid: string,
  days: { from: Day; to: Day },
): PlanCalendar => ({
  uid,
  name,
  week: week.map((shifts) => [...shifts]),
  // The agency's own knows the holidays of a hundred years; a file needs those of the work.
  exceptions: exceptions
    .filter(({ on }) => id !== "agency" || (on >= days.from && on <= days.to))
    .map(({ on, shifts, why }) => ({ on, shifts: [...shifts], why })),
});

/** The schedule as it travels; its tasks are numbered in their order, from 1. */
export const planOfSnapshot = (
  kept: Snapshot,
  name: string,
  days: { from: Day; to: Day },
): Current => {
  const uidOf = new Map(kept.tasks.map(({ id }, at) => [id, String(at + 1)]));
  const calendars = new Map(kept.calendars.map(({ id }, at) => [id, String(at + 1)]));
  const calendarUid = (id: string | null) => calendars.get(id ?? "agency") ?? null;
  const plan: Plan = {
    format: "mspdi",
    program: "Levee",
    name,
    start: minuteOf(kept.start),
    dataDate: minuteOf(kept.dataDate),
    dataDateFrom: "file",
    outOfSequence: kept.outOfSequence,
    calendar: calendarUid(kept.calendarId),
    calendars: kept.calendars.map((each) => within(each, calendars.get(each.id)!, days)),
    tasks: kept.tasks.map((task, at) => ({
      uid: uidOf.get(task.id)!,
      code: task.code === "" ? uidOf.get(task.id)! : task.code,
      name: task.name,
      row: at + 1,
      kind: task.kind,
      parent: task.parentId === null ? null : uidOf.get(task.parentId)!,
      calendar: task.calendarId === null ? null : calendarUid(task.calendarId),
      missingCalendar: null,
      ...(task.kind === "summary"
        ? { duration: 0, remaining: 0, percent: 0, actualStart: null, actualFinish: null }
        : {
            duration: task.duration,
            remaining: task.remaining,
            percent: task.percent,
            actualStart: task.actualStart,
            actualFinish: task.actualFinish,
          }),
      constraint: task.constraint,
      deadline: task.deadline,
      start: task.start,
      finish: task.finish,
      cents: task.costs.reduce((sum, { cents }) => sum + cents, 0),
      beyond: [],
    })),
    links: kept.links.map(({ from, to, type, lag, lagCalendar }) => ({
      ...{ from: uidOf.get(from)!, to: uidOf.get(to)!, type, lag, lagCalendar },
    })),
    unsupported: [],
  };
  return { plan, idOf: new Map([...uidOf].map(([id, uid]) => [uid, id])) };
};
