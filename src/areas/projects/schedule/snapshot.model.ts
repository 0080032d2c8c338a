import type { Day } from "#kernel/time.ts";
import type { Driver } from "./driving.model.ts";
import type { WrittenHours } from "./hours.model.ts";
import type { ComputedPlan } from "./computed.model.ts";
import type { OutOfSequence } from "./network.model.ts";
import type { Plan, PlanLink, PlanTask } from "./plan.model.ts";
import type { Minute } from "./worktime.model.ts";

/** A task as it stood: what was said of it, and where it lay. */
export type KeptTask = PlanTask & {
  start: Minute;
  finish: Minute;
  driver: Driver | null;
};
/** A whole schedule as it stood on one day; nobody changes it. */
export type Snapshot = {
  start: Day;
  dataDate: Day;
  outOfSequence: OutOfSequence;
  calendarId: string | null;
  finish: Minute;
  tasks: KeptTask[];
  links: PlanLink[];
  /** Hours of every calendar that it names; the agency's own by the id `agency`. */
  calendars: ({ id: string; name: string } & WrittenHours)[];
};

/** What a snapshot is made of. */
export type Standing = Omit<Snapshot, "finish" | "tasks" | "links"> & {
  plan: Plan;
  computed: ComputedPlan;
};

/** A schedule as it stands, to be kept. */
export const snapshotOf = ({ plan, computed, ...head }: Standing): Snapshot => ({
  ...head,
  finish: computed.finish,
  links: [...plan.links],
  tasks: plan.tasks.map((task) => {
    const { start, finish, driver, duration, remaining, percent, actualStart, actualFinish } =
      computed.placed.get(task.id)!;
    const derived = { duration, remaining, percent, actualStart, actualFinish };
    return { ...task, ...derived, start, finish, driver };
  }),
});
