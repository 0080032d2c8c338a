import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { SlipAnswer } from "./extension.model.ts";

type Finish = Pick<SlipAnswer, "wasFinish" | "finish" | "days" | "workingDays">;

/** By how much a finish moved, in days of the calendar and of work. */
export const finishMoved = ({ wasFinish, finish, days, workingDays }: Finish): string =>
  days <= 0
    ? "The finish did not move to a later day."
    : `The finish moved from ${formatDate(wasFinish)} to ${formatDate(finish)}, by ${counted(days, "calendar day")} or ${counted(workingDays, "working day")}.`;

/** What a cause did to the finish: more days alone than without it mean that another ran beside it. */
export const effectOf = ({ alone, without }: { alone: number; without: number }): string => {
  if (alone <= without) return `It moved the finish by ${counted(without, "day")}.`;
  const rest = without > 0 ? `only ${counted(without, "day")} earlier` : "no earlier";
  return `Alone it would have moved the finish by ${counted(alone, "day")}; without it the work would finish ${rest}, for another cause ran beside it.`;
};

/** Days that nothing named explains; empty where there are none. */
export const unexplainedSaid = (days: number): string =>
  days > 0
    ? `${counted(days, "day")} of it ${days === 1 ? "follows" : "follow"} from no single change: nothing is asked for that.`
    : "";
