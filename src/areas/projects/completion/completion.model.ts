import { day, type Day } from "#kernel/time.ts";

type Certificate = { completedOn: string };

/** Why a certificate of substantial completion cannot say this, at its field; null where it can. */
export const completionFault = (
  { completedOn }: Certificate,
  startsOn: Day | null,
  today: Day,
): { path: string; message: string } | null => {
  const on = day(completedOn);
  if (on > today)
    return {
      path: "completedOn",
      message: "This day is still to come. Enter it when the work is complete.",
    };
  return startsOn !== null && on < startsOn
    ? { path: "completedOn", message: "The work had not started. Enter a later day." }
    : null;
};
