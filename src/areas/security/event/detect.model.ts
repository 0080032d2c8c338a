import type { Instant } from "#kernel/time.ts";

/** An event as detections read it. */
export type SeenEvent = {
  id: string;
  kind: string;
  personId: string | null;
  personName: string | null;
  address: string;
  at: Instant;
};

type Severity = "low" | "medium" | "high" | "critical";

/** A rule that finds what an officer should see. */
export type Detection = {
  key: string;
  label: string;
  severity: Severity;
  /** Whose events are counted together. */
  by: "person" | "address";
  minutes: number;
  kinds: readonly string[];
  least: number;
  /** What is counted within the window: events, different people, or different kinds. */
  counts: "events" | "people" | "kinds";
  /** What an officer does about it. */
  remedy: string;
};

/** What a detection found: the events of every window that reaches its count. */
export type Finding = {
  detection: Detection;
  subject: string;
  personId: string | null;
  personName: string | null;
  address: string;
  events: readonly SeenEvent[];
  /** Different people among them. */
  people: number;
};

const subjectOf = ({ by }: Detection, event: SeenEvent): string | null => {
  const value = by === "person" ? event.personId : event.address;
  return value ? `${by} ${value}` : null;
};

const countOf = ({ counts }: Detection, events: readonly SeenEvent[]): number => {
  if (counts === "events") return events.length;
  return new Set(events.map((e) => (counts === "people" ? e.personId : e.kind))).size;
};

// Events of one subject in their order; those of all windows that reach the count.
const reached = (detection: Detection, events: readonly SeenEvent[]): SeenEvent[] => {
  const span = detection.minutes * 60_000;
  const found = new Set<SeenEvent>();
  let start = 0;
  for (let end = 0; end < events.length; end += 1) {
    while (Date.parse(events[end]!.at) - Date.parse(events[start]!.at) > span) start += 1;
    const within = events.slice(start, end + 1);
    if (countOf(detection, within) >= detection.least) for (const one of within) found.add(one);
  }
  return events.filter((one) => found.has(one));
};

/**
 * What detections find among events in the order of their instants. `handled`: until when the events
 * of a subject ("detection subject") were answered for before; they do not count again.
 */
export const detect = (
  all: readonly Detection[],
  seen: readonly SeenEvent[],
  handled: ReadonlyMap<string, string> = new Map(),
): Finding[] =>
  all.flatMap((detection) => {
    const bySubject = new Map<string, SeenEvent[]>();
    for (const event of seen) {
      const subject = detection.kinds.includes(event.kind) ? subjectOf(detection, event) : null;
      if (!subject) continue;
      const until = handled.get(`${detection.key} ${subject}`);
      if (until && Date.parse(event.at) <= Date.parse(until)) continue;
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), event]);
    }
    return [...bySubject].flatMap(([subject, events]): Finding[] => {
      const found = reached(detection, events);
      const last = found.at(-1);
      if (!last) return [];
      const one = detection.by === "person";
      return [
        {
          ...{ detection, subject, events: found },
          personId: one ? last.personId : null,
          personName: one ? last.personName : null,
          address: one ? "" : last.address,
          people: new Set(found.map(({ personId }) => personId)).size,
        },
      ];
    });
  });

/** What was found, in a sentence. */
export const saidOf = ({ detection, personName, address, events, people }: Finding): string => {
  const of = detection.by === "person" ? (personName ?? "somebody") : address;
  const n = events.length;
  const times = n === 1 ? "once" : `${n} times`;
  if (detection.counts === "people")
    return `${n} failed sign-ins from ${of}, against ${people} accounts.`;
  return `${of}: ${detection.label.toLowerCase()}, ${times}.`;
};
