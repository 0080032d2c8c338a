import type { ComputedPlan } from "./computed.model.ts";
import { shownDays, type Stored } from "./network.service.ts";
import type { Plan } from "./plan.model.ts";
import type { ScheduleStored } from "./schedule.noun.ts";
import type { Standing } from "./snapshot.model.ts";

/** A schedule as it stands, with the hours of the calendars that it names. */
export const standingOf = (
  { calendars, agency }: Pick<Stored, "calendars" | "agency">,
  row: ScheduleStored,
  plan: Plan,
  computed: ComputedPlan,
): Standing => {
  const { from, to } = shownDays({ startsOn: row.startsOn, finish: computed.finish });
  const named = new Set([row.calendarId, ...plan.tasks.map(({ calendarId }) => calendarId)]);
  return {
    start: row.startsOn,
    dataDate: row.dataDate,
    outOfSequence: row.outOfSequence,
    calendarId: row.calendarId,
    plan,
    computed,
    calendars: [
      {
        id: "agency",
        name: "The agency's hours",
        week: agency.week,
        exceptions: agency.exceptions.filter(({ on }) => on >= from && on <= to),
      },
      ...calendars
        .filter(({ id }) => named.has(id))
        .map(({ id, name, week, exceptions }) => ({ id, name, week, exceptions })),
    ],
  };
};
