import type { FieldHour, HourRateOf } from "#areas/assets/assets.server.ts";
import {
  centsOf,
  judgeHour,
  paidUnitMinutes,
  type HourFrame,
  type PayPolicy,
  type Verdict,
} from "../law/hours.model.ts";
import { hourCostOf, sheetOn, type BenefitSheet } from "../benefit/hour-cost.model.ts";
import type { ScheduleRate } from "./equipment.service.ts";

/** `rate` and `benefit` in cents an hour: wage and benefits apart where a worksheet is loaded. */
export type Judged = Verdict & {
  cents: number;
  minutes: number;
  rate?: number;
  benefit?: number;
};
export type Judging = {
  hours: readonly FieldHour[];
  frame: HourFrame;
  /** Policies of pay of single classes of work; the frame's holds for all others. */
  policies?: ReadonlyMap<string, PayPolicy>;
  rates: ReadonlyMap<string, HourRateOf>;
  /** Worksheets of benefits: where one holds it stands in place of the burdened rate. */
  sheets?: readonly BenefitSheet[];
  schedule: ReadonlyMap<string, ScheduleRate>;
  unbudgeted: ReadonlySet<string>;
};

const leaveWords = /\b(leave|holiday|vacation|sick)\b/i;
const key = (h: FieldHour) => `${h.personId} ${h.workedOn}`;
const excluded = (rule: string, citation: string, minutes: number): Judged => ({
  eligible: false,
  rule,
  citation,
  cents: 0,
  minutes,
});

const dayMinutes = (hours: readonly FieldHour[]) => {
  const sums = new Map<string, number>();
  for (const h of hours)
    if (h.kind === "labor" && h.personId) sums.set(key(h), (sums.get(key(h)) ?? 0) + h.minutes);
  return sums;
};

const byPerson = (hours: readonly FieldHour[]): ReadonlyMap<string, FieldHour[]> => {
  const days = new Map<string, FieldHour[]>();
  for (const h of hours)
    if (h.kind === "labor" && h.personId) days.set(key(h), [...(days.get(key(h)) ?? []), h]);
  return days;
};

const labor = (h: FieldHour, of: Judging, minutes: number, overlaps: boolean): Judged => {
  const verdict = judgeHour(
    {
      workedOn: h.workedOn,
      minutes: h.minutes,
      pay: h.pay,
      employment: h.personId && of.unbudgeted.has(h.personId) ? "unbudgeted" : "budgeted",
      leave: leaveWords.test(h.activity),
      dayMinutes: minutes,
      overlaps,
    },
    { ...of.frame, policy: of.policies?.get(h.laborClassId ?? "") ?? of.frame.policy },
  );
  const sheet = h.laborClassId && sheetOn(of.sheets ?? [], h.laborClassId, h.workedOn);
  if (sheet) {
    const beyond = h.pay === "overtime" || h.pay === "premium";
    const { wage, benefit } = hourCostOf(sheet, beyond ? "overtime" : "regular");
    const cents = centsOf(h.minutes, wage + benefit);
    return { ...verdict, minutes: h.minutes, cents, rate: wage, benefit };
  }
  const rate = of.rates.get(h.id);
  if (!rate)
    return excluded(
      `No rate of ${h.laborClass ?? "this class"} is loaded for this day. Load it under Rates.`,
      verdict.citation,
      h.minutes,
    );
  const burdened = h.pay === "regular" || h.pay === "leave" ? rate.regular : rate.other;
  return {
    ...verdict,
    minutes: h.minutes,
    cents: centsOf(h.minutes, burdened),
    rate: burdened,
  };
};

const unit = (h: FieldHour, of: Judging, operator: number, elsewhere: boolean): Judged => {
  const cite = "44 CFR 206.228(a)(1)";
  if (h.workedOn < of.frame.periodFrom)
    return excluded("Worked before the incident period.", cite, h.minutes);
  if (of.frame.workUntil && h.workedOn > of.frame.workUntil)
    return excluded("Worked after the last day of the work.", "44 CFR 206.204(d)", h.minutes);
  if (elsewhere) return excluded("Its operator was at another site at that time.", cite, h.minutes);
  if (operator === 0) return excluded("No operator's hours are on file that day.", cite, h.minutes);
  const rate = h.unitClassId ? of.schedule.get(h.unitClassId) : undefined;
  if (!rate)
    return excluded(
      "No rate of FEMA's schedule is loaded for this class of units. Load the schedule and name its code.",
      cite,
      h.minutes,
    );
  const paid = paidUnitMinutes({ ran: h.minutes, standby: h.standbyMinutes, operator });
  const local = of.rates.get(h.id)?.regular;
  const perHour = local === undefined ? rate.cents : Math.min(rate.cents, local);
  return {
    eligible: paid.minutes > 0,
    rule: `${paid.rule}; code ${rate.code}, ${perHour === rate.cents ? "FEMA's rate" : "the local rate, which is less"}`,
    citation: cite,
    minutes: paid.minutes,
    cents: centsOf(paid.minutes, perHour),
    rate: perHour,
  };
};

/** Judges hours of people and units by their rules. Rows in, verdicts by id out; nothing is stored. */
export const judgeHours = (of: Judging): Map<string, Judged> => {
  const sums = dayMinutes(of.hours);
  const days = byPerson(of.hours);
  const overlaps = (h: FieldHour) =>
    (days.get(key(h)) ?? []).some((o) => o.id !== h.id && o.fromAt < h.toAt && h.fromAt < o.toAt);
  // One person stands in two rows at that time, at places that are both named and differ.
  const elsewhere = (h: FieldHour) =>
    (days.get(key(h)) ?? []).some(
      (o) =>
        o.fromAt < h.toAt &&
        h.fromAt < o.toAt &&
        o.placeId !== null &&
        h.placeId !== null &&
        o.placeId !== h.placeId,
    );
  return new Map(
    of.hours.map((h) => [
      h.id,
      h.kind === "labor"
        ? labor(h, of, sums.get(key(h)) ?? h.minutes, overlaps(h))
        : unit(h, of, sums.get(key(h)) ?? 0, elsewhere(h)),
    ]),
  );
};
