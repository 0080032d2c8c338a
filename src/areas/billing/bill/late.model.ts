import { daysBetween, type Day } from "#kernel/time.ts";

/** What decides how late a bill is. `daysStopped`: days of disputes that are settled. */
export type Clocked = { dueOn: Day; disputedOn: Day | null; daysStopped: number };

/**
 * How many days a bill is late: from the day behind its last day, without the days in which it was
 * disputed. A dispute of today stops the clock at once.
 */
export const daysLate = ({ dueOn, disputedOn, daysStopped }: Clocked, today: Day): number => {
  const until = disputedOn !== null && disputedOn < today ? disputedOn : today;
  return Math.max(0, daysBetween(dueOn, until) - daysStopped);
};

/** By how many days a dispute stops the clock once it is settled: those behind the bill's last day. */
export const daysOfDispute = (
  { dueOn, disputedOn }: Pick<Clocked, "dueOn" | "disputedOn">,
  settledOn: Day,
): number => {
  if (disputedOn === null) return 0;
  const from = disputedOn > dueOn ? disputedOn : dueOn;
  return Math.max(0, daysBetween(from, settledOn));
};

export type LateRule = { reminders: readonly number[]; readOnlyAfter: number };

/** The stage of reminders that so many days have reached; 0 before the first. */
export const stageOf = ({ reminders }: LateRule, days: number): number =>
  Math.max(0, ...reminders.filter((stage) => stage <= days));

/** What the lateness of a bill does to its customer now. Never under a declaration of emergency. */
export const consequenceOf = (
  rule: LateRule,
  days: number,
  underDeclaration: boolean,
): "none" | "late" | "read_only" =>
  days >= rule.readOnlyAfter && !underDeclaration ? "read_only" : days > 0 ? "late" : "none";
