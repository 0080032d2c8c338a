import { addDays, type Day } from "#kernel/time.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Moment } from "../moment.model.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { calendarOf } from "./calendar.model.ts";
import { dayOfMoment, workBetween } from "./gantt.model.ts";
import type { Dropped } from "./useDrag.ts";

/** What is read anew once a schedule changed. */
export const scheduleNouns = ["schedules", "projects"] as const;

type Changed = { constraint: ScheduleTask["constraint"]; durationMinutes: number };

/** What a bar that was dragged asks for: an earliest start, or another length. */
const askedOf = (of: ScheduleDetail, { task, how, on }: Dropped): Partial<Changed> => {
  if (how === "move")
    return {
      constraint: { kind: "startNoEarlier", at: `${on}T${task.start.slice(11)}` as Moment },
    };
  const first = dayOfMoment(task.start);
  return { durationMinutes: on < first ? 0 : workBetween(calendarOf(of, task), first, on) };
};

const wasOf = (task: ScheduleTask, asked: Partial<Changed>): Partial<Changed> =>
  "constraint" in asked
    ? { constraint: task.constraint }
    : { durationMinutes: task.durationMinutes };

/**
 * Changes of tasks from the picture: dragged or by keys, each with its way back. What the server
 * refuses is said, and the task stays where it was.
 */
export const useScheduleChange = (of: ScheduleDetail) => {
  const act = useMutationAction<{ id: string; version: number }>(...scheduleNouns);
  const send = (task: ScheduleTask, body: Partial<Changed>, version: number) =>
    act.mutateAsync({
      method: "PATCH",
      path: `/api/v1/schedules/${of.id}/tasks/${task.id}`,
      body,
      version,
    });
  const drop = async (dropped: Dropped): Promise<void> => {
    const { task } = dropped;
    const asked = askedOf(of, dropped);
    try {
      const { version } = await send(task, asked, of.version);
      const says =
        dropped.how === "move" ? "does not start earlier than this day" : "has another duration";
      notify.undo(`${task.name} ${says}`, () => {
        send(task, wasOf(task, asked), version).catch((error: unknown) =>
          notify.failed("It was not undone", error),
        );
      });
    } catch (error) {
      notify.failed(`${task.name} stays as it was`, error);
    }
  };
  const byDays = (task: ScheduleTask, how: Dropped["how"], days: number): Promise<void> => {
    const from: Day = dayOfMoment(how === "move" ? task.start : task.finish);
    return drop({ task, how, on: addDays(from, days) });
  };
  return { drop, byDays, busy: act.isPending };
};
