import { day, type Day } from "#kernel/time.ts";

type Certificate = { completedOn: string; remaining: string; costToComplete: number };

/** Why a certificate of substantial completion cannot say this, at its field; null where it can. */
export const completionFault = (
  { completedOn, remaining, costToComplete }: Certificate,
  startsOn: Day | null,
  today: Day,
): { path: string; message: string } | null => {
  const on = day(completedOn);
  if (on > today)
    return {
      path: "completedOn",
      message: "This day is still to come. Enter it when the work is complete.",
    };
  if (startsOn !== null && on < startsOn)
    return { path: "completedOn", message: "The work had not started. Enter a later day." };
  if (costToComplete > 0 && remaining.length < 3)
    return { path: "remaining", message: "Say what is to be completed or corrected." };
  return null;
};
