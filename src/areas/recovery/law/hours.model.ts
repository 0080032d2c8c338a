import type { Day } from "#kernel/time.ts";
import {
  isEmergencyWork,
  type Category,
  type Employment,
  type PaySort,
} from "./categories.labels.ts";

/** An hour row as it is judged. Days are the agency's; minutes are of the row. */
export type HourFacts = {
  workedOn: string;
  minutes: number;
  pay: PaySort;
  employment: Employment;
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

const no = (rule: string, citation: string): Verdict => ({ eligible: false, rule, citation });
const guide = "FEMA Public Assistance Program and Policy Guide, force account labor; not verified";

/** The period in which damage and emergency work count, and the policy of pay before it. */
export type HourFrame = {
  category: Category;
  periodFrom: string;
  /** The last day on which the work may be done; later hours are not paid. */
  workUntil?: string | null;
  policy: PayPolicy | null;
};

const byPolicy = ({ policy, periodFrom }: HourFrame): Verdict | null => {
  if (!policy) return no("No pay policy from before the incident is on file.", guide);
  if (policy.adoptedOn >= periodFrom)
    return no(`The pay policy "${policy.title}" is later than the incident.`, guide);
  if (policy.contingent)
    return no(`The pay policy "${policy.title}" depends on federal money.`, guide);
  return null;
};

/**
 * Whether an hour is reimbursed, with the rule that says so: class × category × regular or overtime ×
 * policy (44 CFR 206.228, and the policy guide, which is not verified here). The first reason holds.
 */
export const judgeHour = (h: HourFacts, frame: HourFrame): Verdict => {
  if (h.workedOn < frame.periodFrom)
    return no("Worked before the incident period.", "44 CFR 206.223(a)(1)");
  if (frame.workUntil && h.workedOn > frame.workUntil)
    return no("Worked after the last day of the work.", "44 CFR 206.204(d)");
  if (h.leave || h.pay === "leave") return no("Leave is not work.", guide);
  if (h.dayMinutes > 24 * 60) return no("More than 24 hours of one person on one day.", guide);
  if (h.overlaps) return no("The person is at two sites at once.", guide);
  if (h.pay === "premium")
    return no("Premium pay beyond overtime is not shown to be usual without a disaster.", guide);
  if (h.pay === "overtime") {
    const refused = byPolicy(frame);
    if (refused) return refused;
  }
  if (h.pay === "regular" && h.employment === "budgeted" && isEmergencyWork(frame.category))
    return no(
      "Regular time of budgeted employees is not paid for emergency work.",
      "44 CFR 206.228(a)(2)(iii)",
    );
  return {
    eligible: true,
    rule: h.pay === "overtime" ? "Overtime for the work" : "Regular time for the work",
    citation: "44 CFR 206.228(a)(2)",
  };
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
