import { formatDate } from "#kernel/dates.ts";
import { day as asDay } from "#kernel/time.ts";
import { isEmergencyWork, type PaySort } from "./categories.labels.ts";
import {
  before,
  byPolicy,
  guide,
  no,
  type HourFacts,
  type HourFrame,
  type Verdict,
} from "./hours.model.ts";
import type { Split } from "./schedule.model.ts";
import type { Employment, OvertimeAnswer } from "../schedule/schedule.labels.ts";

/** What of a row is judged: scheduled hours, hours beyond them, or the row where no schedule is on file. */
export type HourPart = "whole" | "inside" | "beyond";

/** A part of a row with its verdict, and by which rate it costs. */
export type PartVerdict = Verdict & {
  part: HourPart;
  minutes: number;
  /** The pay whose rate is taken: of premium in scheduled hours the straight part alone. */
  paid: PaySort;
  /** A question that must be answered before it counts. */
  asked?: string;
};

type LaborFacts = HourFacts & {
  person: string;
  /** Null where no schedule of the person holds on the day. */
  split: Split | null;
  /** Whom a back-fill stands in for has hours of the incident that day. */
  replacedWorks: boolean;
  answer?: { what: OvertimeAnswer; reason: string } | undefined;
};

const labor = "44 CFR 206.228(a)(2)";
const straight = "44 CFR 206.228(a)(2)(iii)";

const scheduled = (h: LaborFacts, employment: Employment, frame: HourFrame): Verdict => {
  const premium = h.pay === "premium" ? " The premium part of scheduled hours is not paid." : "";
  if (employment === "backfill")
    return no(
      `Scheduled hours of a back-fill are paid by the budget in any case; only hours beyond them count.${premium}`,
      guide,
    );
  if (employment === "budgeted" && isEmergencyWork(frame.category))
    return no(
      `Regular time of budgeted employees is not paid for emergency work.${premium}`,
      straight,
    );
  return {
    eligible: true,
    rule: `Regular time for the work, in scheduled hours.${premium}`,
    citation: labor,
  };
};

const inside = (h: LaborFacts, split: Split, frame: HourFrame): PartVerdict => {
  const { employment } = split.schedule;
  const part = { part: "inside", minutes: split.inside, paid: "regular" } as const;
  if (h.pay === "overtime" && !h.answer)
    return {
      ...part,
      paid: "overtime",
      eligible: false,
      rule: `Overtime on ${split.touched} lies in scheduled hours: it waits for an answer.`,
      citation: guide,
      asked: `${h.person} has overtime on ${formatDate(asDay(h.workedOn))} within the schedule (${split.touched}). Was it regular time, or was the shift moved?`,
    };
  if (h.pay === "overtime" && h.answer?.what === "beyond")
    return {
      ...part,
      paid: "overtime",
      ...(byPolicy(frame) ?? {
        eligible: true,
        rule: `Overtime beyond the schedule of that day: ${h.answer.reason}`,
        citation: labor,
      }),
    };
  return { ...part, ...scheduled(h, employment, frame) };
};

const beyond = (h: LaborFacts, split: Split, frame: HourFrame): PartVerdict => {
  const part = { part: "beyond", minutes: split.beyond, paid: h.pay } as const;
  const extra = h.pay === "overtime" || h.pay === "premium";
  const refused = extra ? byPolicy(frame) : null;
  if (refused) return { ...part, ...refused };
  if (split.schedule.employment === "backfill" && !h.replacedWorks)
    return {
      ...part,
      ...no("Nobody whom this back-fill stands in for worked for the incident that day.", guide),
    };
  const kinds = { overtime: "Overtime", premium: "Premium pay", regular: "Regular pay", leave: "" };
  return {
    ...part,
    eligible: true,
    rule: `${kinds[h.pay]} of hours beyond the schedule: it counts whole.`,
    citation: labor,
  };
};

// By what the row says alone, as no schedule tells more.
const unscheduled = (h: LaborFacts, frame: HourFrame): PartVerdict => {
  const part = { part: "whole", minutes: h.minutes, paid: h.pay } as const;
  if (h.pay === "premium")
    return {
      ...part,
      ...no(
        `No work schedule of ${h.person} is on file for ${formatDate(asDay(h.workedOn))}: enter it under Crew hours, then take the hours anew.`,
        guide,
      ),
    };
  if (h.pay === "overtime")
    return {
      ...part,
      ...(byPolicy(frame) ?? { eligible: true, rule: "Overtime for the work", citation: labor }),
    };
  if (isEmergencyWork(frame.category))
    return {
      ...part,
      ...no("Regular time of budgeted employees is not paid for emergency work.", straight),
    };
  return { ...part, eligible: true, rule: "Regular time for the work", citation: labor };
};

/**
 * Judges a row of labor against the schedule of its person: scheduled hours and hours beyond them apart.
 * Premium in scheduled hours loses its premium part; what lies beyond counts whole; overtime in scheduled
 * hours is asked about. Back-fill counts beyond its schedule, while whom it replaces works for the incident
 * (44 CFR 206.228(a)(2); FEMA IS-1000, employees; FEMA-3543, Plaquemines Parish, second appeal 2024-02-13).
 */
export const judgeLabor = (h: LaborFacts, frame: HourFrame): PartVerdict[] => {
  const whole = { part: "whole", minutes: h.minutes, paid: h.pay } as const;
  const refused = before(h, frame);
  if (refused) return [{ ...whole, ...refused }];
  if (!h.split) return [unscheduled(h, frame)];
  const parts = [
    ...(h.split.inside > 0 ? [inside(h, h.split, frame)] : []),
    ...(h.split.beyond > 0 ? [beyond(h, h.split, frame)] : []),
  ];
  return parts.length === 1 ? [{ ...parts[0]!, part: "whole" }] : parts;
};
