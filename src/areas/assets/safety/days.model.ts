import { addDays, type Day } from "#kernel/time.ts";
import { dayRulesOf } from "./days-rules.data.ts";
import type { SpanBasis, SpanKind } from "./days.labels.ts";

/** Days of a case, the first and the last with it; null: they go on and nobody said until when. */
export type Span = {
  kind: SpanKind;
  fromDay: Day;
  toDay: Day | null;
  basis: SpanBasis;
};

/** What a count asks of a case. */
export type CountOf = {
  happenedOn: Day;
  /** The day up to which days are behind. */
  throughDay: Day;
  /** Nothing is counted after it. */
  endedOn: Day | null;
  /** Whether the person had no work on a day: weekend, holiday. */
  off: (day: Day) => boolean;
};

/** Days so far, and with those to come that a span names: what a summary estimates. */
export type Counted = {
  away: number;
  restricted: number;
  expectedAway: number;
  expectedRestricted: number;
  /** Counting ended at the cap. */
  capped: boolean;
  /** A span goes on without a last day. */
  open: boolean;
};

const nothing: Counted = {
  away: 0,
  restricted: 0,
  expectedAway: 0,
  expectedRestricted: 0,
  capped: false,
  open: false,
};

const lesser = (a: Day, b: Day | null): Day => (b !== null && b < a ? b : a);

function* daysBetween(from: Day, to: Day): Generator<Day> {
  for (let at = from; at <= to; at = addDays(at, 1)) yield at;
}

/**
 * Whether a span counts at all. Without a clinician's word, days on which nobody would have worked
 * anyway (hurt on Friday, back on Monday) are none: 29 CFR 1904.7(b)(3)(v) and (vi).
 */
const counts = (span: Span, last: Day, off: CountOf["off"]): boolean => {
  if (span.basis !== "agency") return true;
  for (const each of daysBetween(span.fromDay, last)) if (!off(each)) return true;
  return false;
};

/**
 * Calendar days of spans that do not overlap, weekends and holidays with them, from the day after it
 * happened, the earliest first until both kinds together reach the cap: 29 CFR 1904.7(b)(3)(i), (iv),
 * (vii) and (b)(4)(xi).
 */
export const countDays = (spans: readonly Span[], of: CountOf): Counted => {
  const { mostDays } = dayRulesOf(of.happenedOn);
  const first = addDays(of.happenedOn, 1);
  const counted = { ...nothing, open: spans.some((span) => span.toDay === null) };
  const inOrder = spans.toSorted((a, b) => a.fromDay.localeCompare(b.fromDay));
  let all = 0;
  for (const span of inOrder) {
    const last = lesser(span.toDay ?? of.throughDay, of.endedOn);
    if (!counts(span, last, of.off)) continue;
    for (const each of daysBetween(span.fromDay < first ? first : span.fromDay, last)) {
      if (all === mostDays) return { ...counted, capped: true };
      all++;
      const [expected, soFar] =
        span.kind === "away"
          ? (["expectedAway", "away"] as const)
          : (["expectedRestricted", "restricted"] as const);
      counted[expected]++;
      if (each <= of.throughDay) counted[soFar]++;
    }
  }
  return { ...counted, capped: all === mostDays };
};
