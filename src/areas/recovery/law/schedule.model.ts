import { dateIn, instantIn } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { weekdayName } from "#kernel/weekday-names.ts";
import type { Employment } from "../schedule/schedule.labels.ts";

/** Working time of a day of the week: HH:MM of the agency, past midnight where it ends before it begins. */
export type Shift = { weekday: number; from: string; to: string; breakMinutes: number };

/** When somebody works by their schedule, from one day to another. */
export type WorkSchedule = {
  personId: string;
  fromDay: Day;
  toDay: Day | null;
  employment: Employment;
  /** Whom a back-fill stands in for. */
  replacesId: string | null;
  shifts: readonly Shift[];
};

/** A row of hours, as far as a schedule looks at it. */
export type Worked = {
  id: string;
  personId: string | null;
  workedOn: Day;
  fromAt: string;
  toAt: string;
  minutes: number;
};

/** A row against its schedule: minutes of scheduled hours, and minutes beyond them. */
export type Split = {
  inside: number;
  beyond: number;
  schedule: WorkSchedule;
  /** The scheduled hours that it touches, in words; empty where it touches none. */
  touched: string;
};

/** ISO number of the day of the week, Monday 1. */
export const weekdayOf = (day: Day): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

// The schedule of a person that holds on a day: the one that begins last; null where none does.
const scheduleOn = (
  schedules: readonly WorkSchedule[],
  personId: string,
  day: Day,
): WorkSchedule | null =>
  schedules
    .filter(
      (s) => s.personId === personId && s.fromDay <= day && (s.toDay === null || day <= s.toDay),
    )
    .toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0] ?? null;

const minute = 60_000;
type Placed = { key: string; from: number; to: number; paid: number; words: string };

const placed = (s: Shift, personId: string, day: Day, zone: string): Placed => {
  const from = instantIn(`${day}T${s.from}`, zone);
  const same = instantIn(`${day}T${s.to}`, zone);
  const to = same > from ? same : instantIn(`${addDays(day, 1)}T${s.to}`, zone);
  const name = weekdayName(s.weekday);
  return {
    key: `${personId} ${day} ${s.from}`,
    from,
    to,
    paid: (to - from) / minute - s.breakMinutes,
    words: `${name} ${s.from} to ${s.to}`,
  };
};

// A shift of the day before may end today, so both days are looked at, and the day on which the row ends.
const shiftsNear = (
  row: Worked & { personId: string },
  schedules: readonly WorkSchedule[],
  zone: string,
): Placed[] => {
  const days = new Set([
    addDays(row.workedOn, -1),
    row.workedOn,
    dateIn(new Date(row.toAt).toISOString(), zone),
  ]);
  return [...days].flatMap((day) =>
    (scheduleOn(schedules, row.personId, day)?.shifts ?? [])
      .filter((s) => s.weekday === weekdayOf(day))
      .map((s) => placed(s, row.personId, day, zone)),
  );
};

/**
 * Rows against the schedules of their people: how much of each lies in scheduled hours, how much beyond
 * them. A shift holds no more than its paid minutes, so an unpaid break is nobody's overtime and none is
 * lost. Null for a row whose person has no schedule on its day.
 */
export const splitBySchedule = (
  rows: readonly Worked[],
  schedules: readonly WorkSchedule[],
  zone: string,
): Map<string, Split | null> => {
  const used = new Map<string, number>();
  const splits = new Map<string, Split | null>();
  for (const row of rows.toSorted((a, b) => (a.fromAt < b.fromAt ? -1 : 1))) {
    const schedule = row.personId && scheduleOn(schedules, row.personId, row.workedOn);
    if (!row.personId || !schedule) {
      splits.set(row.id, null);
      continue;
    }
    let inside = 0;
    const touched: string[] = [];
    for (const s of shiftsNear({ ...row, personId: row.personId }, schedules, zone)) {
      const meets = Math.min(s.to, Date.parse(row.toAt)) - Math.max(s.from, Date.parse(row.fromAt));
      const left = s.paid - (used.get(s.key) ?? 0);
      const part = Math.max(0, Math.min(meets / minute, left, row.minutes - inside));
      if (part === 0) continue;
      used.set(s.key, (used.get(s.key) ?? 0) + part);
      inside += part;
      touched.push(s.words);
    }
    splits.set(row.id, {
      inside,
      beyond: row.minutes - inside,
      schedule,
      touched: touched.join(", "),
    });
  }
  return splits;
};
