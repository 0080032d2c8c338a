import type { FieldHour, HourRateOf } from "#areas/assets/assets.server.ts";
import {
  centsOf,
  paidUnitMinutes,
  type HourFrame,
  type PayPolicy,
  type Verdict,
} from "../law/hours.model.ts";
import type { PaySort } from "../law/categories.labels.ts";
import { judgeLabor, type HourPart, type PartVerdict } from "../law/labor.model.ts";
import { splitBySchedule, type Split, type WorkSchedule } from "../law/schedule.model.ts";
import type { OvertimeAnswer } from "../schedule/schedule.labels.ts";
import { hourCostOf, sheetOn, type BenefitSheet } from "../benefit/hour-cost.model.ts";
import type { ScheduleRate } from "./equipment.service.ts";

/**
 * A row, or a part of it, with what it costs. `rate` and `benefit` in cents an hour: wage and benefits
 * apart where a worksheet is loaded.
 */
export type Judged = Verdict & {
  part: HourPart;
  /** By which pay it costs; null for units. */
  pay: PaySort | null;
  asked?: string | undefined;
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
  /** Work schedules of the people, and the zone whose days and clock they are of. */
  schedules: readonly WorkSchedule[];
  zone: string;
  /** What was answered of overtime in scheduled hours, by row. */
  answers?: ReadonlyMap<string, { what: OvertimeAnswer; reason: string }>;
};

const leaveWords = /\b(leave|holiday|vacation|sick)\b/i;
const key = (h: FieldHour) => `${h.personId} ${h.workedOn}`;
const excluded = (rule: string, citation: string, minutes: number): Judged => ({
  eligible: false,
  rule,
  citation,
  part: "whole",
  pay: null,
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

const costOf = (h: FieldHour, of: Judging, v: PartVerdict): Judged => {
  const { paid, ...verdict } = v;
  const shown = { ...verdict, pay: paid };
  const sheet = h.laborClassId && sheetOn(of.sheets ?? [], h.laborClassId, h.workedOn);
  if (sheet) {
    const { wage, benefit } = hourCostOf(sheet, paid === "leave" ? "regular" : paid);
    return { ...shown, cents: centsOf(v.minutes, wage + benefit), rate: wage, benefit };
  }
  const rate = of.rates.get(h.id);
  if (!rate)
    return {
      ...excluded(
        `No rate of ${h.laborClass ?? "this class"} is loaded for this day. Load it under Rates.`,
        v.citation,
        v.minutes,
      ),
      part: v.part,
      pay: paid,
    };
  const burdened = paid === "regular" || paid === "leave" ? rate.regular : rate.other;
  return { ...shown, cents: centsOf(v.minutes, burdened), rate: burdened };
};

type Sides = {
  split: Split | null;
  dayMinutes: number;
  overlaps: boolean;
  replacedWorks: boolean;
};
const labor = (h: FieldHour, of: Judging, sides: Sides): Judged[] =>
  judgeLabor(
    {
      ...sides,
      workedOn: h.workedOn,
      minutes: h.minutes,
      pay: h.pay,
      person: h.person ?? "This person",
      leave: leaveWords.test(h.activity),
      answer: of.answers?.get(h.id),
    },
    { ...of.frame, policy: of.policies?.get(h.laborClassId ?? "") ?? of.frame.policy },
  ).map((v) => costOf(h, of, v));

const unit = (h: FieldHour, of: Judging, operator: number, elsewhere: boolean): Judged => {
  const cite = "44 CFR 206.228(a)(1)";
  if (h.workedOn < of.frame.periodFrom)
    return excluded("Worked before the incident period.", cite, h.minutes);
  if (of.frame.workUntil && h.workedOn > of.frame.workUntil)
    return excluded("Worked after the last day of the work.", "44 CFR 206.204(d)", h.minutes);
  if (elsewhere) return excluded("Its operator was at another site at that time.", cite, h.minutes);
  if (operator === 0) return excluded("No operator's hours are on file that day.", cite, h.minutes);
  const rate = h.unitId ? of.schedule.get(h.unitId) : undefined;
  if (!rate)
    return excluded(
      `${h.unit ?? "This unit"} has no code of FEMA's schedule that holds: name it by its horsepower or capacity under Crew hours.`,
      cite,
      h.minutes,
    );
  const paid = paidUnitMinutes({ ran: h.minutes, standby: h.standbyMinutes, operator });
  const local = of.rates.get(h.id)?.regular;
  const perHour = local === undefined ? rate.cents : Math.min(rate.cents, local);
  return {
    part: "whole",
    pay: null,
    eligible: paid.minutes > 0,
    rule: `${paid.rule}; code ${rate.code}, ${perHour === rate.cents ? "FEMA's rate" : "the local rate, which is less"}`,
    citation: cite,
    minutes: paid.minutes,
    cents: centsOf(paid.minutes, perHour),
    rate: perHour,
  };
};

/**
 * Judges hours of people and units by their rules. Rows in, their verdicts by id out, scheduled hours and
 * hours beyond them apart; nothing is stored.
 */
export const judgeHours = (of: Judging): Map<string, Judged[]> => {
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
  const splits = splitBySchedule(
    of.hours.filter((h) => h.kind === "labor"),
    of.schedules,
    of.zone,
  );
  const sidesOf = (h: FieldHour): Sides => {
    const split = splits.get(h.id) ?? null;
    const replaced = split?.schedule.replacesId;
    return {
      split,
      dayMinutes: sums.get(key(h)) ?? h.minutes,
      overlaps: overlaps(h),
      replacedWorks: !!replaced && days.has(`${replaced} ${h.workedOn}`),
    };
  };
  return new Map(
    of.hours.map((h) => [
      h.id,
      h.kind === "labor"
        ? labor(h, of, sidesOf(h))
        : [unit(h, of, sums.get(key(h)) ?? 0, elsewhere(h))],
    ]),
  );
};
