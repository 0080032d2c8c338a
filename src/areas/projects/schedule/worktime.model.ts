import { daysBetween, type Day, day } from "#kernel/time.ts";

/** A moment of a schedule: minutes of the agency's wall clock since 1984 began. */
export type Minute = number;

/** A piece of a day in which work is done, in minutes of that day. */
export type Shift = { from: number; to: number };

/** When work is done: by weekday (0 Sunday), and otherwise on the days named; no shift is a day off. */
export type Hours = {
  week: readonly (readonly Shift[])[];
  exceptions: ReadonlyMap<Day, readonly Shift[]>;
};

/** The first day that a schedule knows, and the last. */
export const firstDay = day("1984-01-01");
export const lastDay = day("2083-12-31");

const dayMinutes = 1440;
const piece = 1000;
const days = daysBetween(firstDay, lastDay) + 1;

/** The moment at which a day begins. */
export const minuteOf = (at: Day): Minute => daysBetween(firstDay, at) * dayMinutes;
/** Work beyond the days that a schedule knows, or hours without work. */
export class NoWorkTime extends Error {}

/**
 * A calendar as one ruler: how many minutes of work lie before a moment, and where so many are
 * reached. Every step is a look into a table of days, or a search in it.
 */
export class WorkTime {
  /** Minutes of work before each day, and before the day behind the last. */
  readonly #before = new Float64Array(days + 1);
  readonly #shifts: (readonly Shift[])[] = [];
  /** By pieces of a thousand minutes of work: the day on which each begins. */
  readonly #pieces: number[] = [0];

  constructor({ week, exceptions }: Hours) {
    const own = new Map([...exceptions].map(([at, shifts]) => [daysBetween(firstDay, at), shifts]));
    // 1984 began on a Sunday.
    for (let at = 0; at < days; at++) {
      const shifts = own.get(at) ?? week[at % 7]!;
      this.#shifts.push(shifts);
      this.#before[at + 1] =
        this.#before[at]! + shifts.reduce((sum, { from, to }) => sum + to - from, 0);
      while (this.#before[at + 1]! >= this.#pieces.length * piece) this.#pieces.push(at);
    }
  }

  /** Minutes of work before a moment. */
  worked(at: Minute): number {
    const on = Math.floor(at / dayMinutes);
    if (on < 0) return 0;
    if (on >= days) return this.#before[days]!;
    let sum = this.#before[on]!;
    const clock = at - on * dayMinutes;
    for (const { from, to } of this.#shifts[on]!)
      if (clock > from) sum += Math.min(clock, to) - from;
    return sum;
  }

  /**
   * The last day before which less than so many minutes were worked, or at most so many: searched
   * between where its piece begins and the next does.
   */
  #dayOf(minutes: number, atMost: boolean): number {
    const near = Math.floor(minutes / piece);
    let low = this.#pieces[near] ?? days - 1;
    let high = this.#pieces[near + 1] ?? days - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const before = this.#before[middle]!;
      if (before < minutes || (atMost && before === minutes)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first moment before which so many minutes are worked: where work of that length ends. */
  end(minutes: number): Minute {
    if (minutes <= 0) return 0;
    const on = this.#dayOf(minutes, false);
    let left = minutes - this.#before[on]!;
    for (const { from, to } of this.#shifts[on]!) {
      if (left <= to - from) return on * dayMinutes + from + left;
      left -= to - from;
    }
    throw new NoWorkTime();
  }

  /** The last such moment: where the next minute of work begins. */
  start(minutes: number): Minute {
    if (minutes < 0) throw new NoWorkTime();
    const on = this.#dayOf(minutes, true);
    let left = minutes - this.#before[on]!;
    for (const { from, to } of this.#shifts[on]!) {
      if (left < to - from) return on * dayMinutes + from + left;
      left -= to - from;
    }
    throw new NoWorkTime();
  }

  /** Whether a minute of work begins or ends at a moment. */
  #touches(at: Minute): boolean {
    const before = this.worked(at);
    return this.worked(at - 1) < before || before < this.worked(at + 1);
  }

  /** The moment itself where work touches it, else where work goes on. */
  up(at: Minute): Minute {
    return this.#touches(at) ? at : this.start(this.worked(at));
  }

  /** The moment itself where work touches it, else where work stopped. */
  down(at: Minute): Minute {
    return this.#touches(at) ? at : this.end(this.worked(at));
  }

  /** The moment so many minutes of work later (earlier below zero); none are the moment itself. */
  after(at: Minute, minutes: number): Minute {
    return minutes === 0 ? at : this.end(this.worked(at) + minutes);
  }

  /** The last moment from which so many minutes of work later is not behind `at`. */
  back(at: Minute, minutes: number): Minute {
    return minutes === 0 ? at : this.start(this.worked(at) - minutes);
  }
}

/** Work at all hours of all days. */
export const allHours = (): WorkTime =>
  new WorkTime({
    week: Array.from({ length: 7 }, () => [{ from: 0, to: dayMinutes }]),
    exceptions: new Map(),
  });
