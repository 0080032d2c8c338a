import type { Day } from "#kernel/time.ts";
import type { Category, PaySort } from "./categories.labels.ts";

/** An hour row as it is judged. Days are the agency's; minutes are of the row. */
export type HourFacts = {
  workedOn: string;
  minutes: number;
  pay: PaySort;
  /** Not work: leave, holiday, sickness. */
  leave: boolean;
  /** All minutes of the person on that day, this row among them. */
  dayMinutes: number;
  /** Another row of the person lies over this one, at another place. */
  overlaps: boolean;
};

/** The pay policy that held, null where none is on file. */
export type PayPolicy = { adoptedOn: Day; contingent: boolean; title: string };

export type Verdict = { eligible: boolean; rule: string; citation: string };

/** A verdict that refuses, with its rule. */
export const no = (rule: string, citation: string): Verdict => ({
  eligible: false,
  rule,
  citation,
});
/** The policy guide, where a rule is read from it. */
export const guide =
  "FEMA Public Assistance Program and Policy Guide, force account labor; not verified";

/** The period in which damage and emergency work count, and the policy of pay before it. */
export type HourFrame = {
  category: Category;
  periodFrom: string;
  /** The last day on which the work may be done; later hours are not paid. */
  workUntil?: string | null;
  policy: PayPolicy | null;
};

/** Refuses pay beyond regular time without a policy of before that does not hang on federal money. */
export const byPolicy = ({ policy, periodFrom }: HourFrame): Verdict | null => {
  if (!policy) return no("No pay policy from before the incident is on file.", guide);
  if (policy.adoptedOn >= periodFrom)
    return no(`The pay policy "${policy.title}" is later than the incident.`, guide);
  if (policy.contingent)
    return no(`The pay policy "${policy.title}" depends on federal money.`, guide);
  return null;
};

/** Why an hour is not paid whatever its pay: days, leave, too many hours, two sites. Null where none holds. */
export const before = (h: HourFacts, frame: HourFrame): Verdict | null => {
  if (h.workedOn < frame.periodFrom)
    return no("Worked before the incident period.", "44 CFR 206.223(a)(1)");
  if (frame.workUntil && h.workedOn > frame.workUntil)
    return no("Worked after the last day of the work.", "44 CFR 206.204(d)");
  if (h.leave || h.pay === "leave") return no("Leave is not work.", guide);
  if (h.dayMinutes > 24 * 60) return no("More than 24 hours of one person on one day.", guide);
  return h.overlaps ? no("The person is at two sites at once.", guide) : null;
};

/**
 * Minutes of a unit that are paid: those it ran, at most those of its operator that day. Standby is
 * paid only where the unit ran more than half of the operator's minutes of the day.
 */
export const paidUnitMinutes = (u: {
  ran: number;
  standby: number;
  operator: number;
}): { minutes: number; rule: string } => {
  const ran = Math.min(u.ran, u.operator);
  const intermittent = u.ran * 2 > u.operator;
  const minutes = intermittent ? Math.min(u.ran + u.standby, u.operator) : ran;
  return {
    minutes,
    rule:
      u.ran > u.operator
        ? "Only as many hours as its operator worked that day."
        : u.standby > 0 && !intermittent
          ? "Standby is not paid: it ran half of its operator's day or less."
          : "Hours in operation",
  };
};

/** Cents of minutes at a rate an hour, half up. */
export const centsOf = (minutes: number, ratePerHour: number): number =>
  Math.floor((minutes * ratePerHour + 30) / 60);
