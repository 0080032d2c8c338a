import type { AlertStatus } from "./alert.labels.ts";
import { eventYears, rootsOf } from "./alert-event.model.ts";
import {
  distinct,
  eventsOf,
  identityOf,
  placesOf,
  type AlertMessage,
  type Vtec,
} from "./alert-message.model.ts";
import { actionOf, type Ended } from "./vtec.data.ts";

/** What became of a message. Every message has one: also one that only tells of an end. */
export type Life = {
  message: AlertMessage;
  status: AlertStatus;
  /** Where it still holds: zones, else counties. */
  livePlaces: string[];
  /** When it ends, also where a later message says so; null: no end is given. */
  endsAt: string | null;
  /** The issuer's event: office, phenomenon, significance, number and year, else its first message. */
  eventKey: string;
  /** The message whose place it took. */
  before: AlertMessage | null;
  /** Another content came under the same identity. */
  conflict: boolean;
  /** It holds nothing itself: it tells of an end, or answers. */
  tells: boolean;
};

/** What one message says of one event. */
type Word = { message: AlertMessage; vtec: Vtec };
type Words = Map<string, Word[]>;
type Fate = { gone: Ended; at: string; by: readonly AlertMessage[] } | { until: string | null };

const sets = new WeakMap<AlertMessage, { zones: Set<string>; codes: Set<string> }>();
const setsOf = (m: AlertMessage) => {
  const known = sets.get(m);
  if (known) return known;
  const made = { zones: new Set(m.zones), codes: new Set(m.codes) };
  sets.set(m, made);
  return made;
};
// SAME: a digit for a part of the county, then the county; 0 is the whole of it.
const holdsCounty = (codes: ReadonlySet<string>, code: string): boolean =>
  codes.has(code) || codes.has(`0${code.slice(1)}`);

/**
 * Whether a later message speaks of a place of an earlier one. Where one names zones and the other
 * counties alone, they meet only where the later one holds all counties of the earlier: rather too
 * many are warned than too few.
 */
const speaksOf = (later: AlertMessage, earlier: AlertMessage, place: string): boolean => {
  const { zones, codes } = setsOf(later);
  if (place === "*" || (!zones.size && !codes.size)) return true;
  if (earlier.zones.length && zones.size) return zones.has(place);
  if (!earlier.zones.length && !zones.size) return holdsCounty(codes, place);
  return earlier.codes.length > 0 && earlier.codes.every((code) => holdsCounty(codes, code));
};

const rank: Readonly<Record<Ended, number>> = {
  superseded: 3,
  upgraded: 2,
  cancelled: 1,
  expired: 0,
};
const least = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);

// Messages of one moment are sisters: they end no one of their own moment.
const momentsAfter = (words: readonly Word[], message: AlertMessage): Word[][] => {
  const moments: Word[][] = [];
  const mine = identityOf(message);
  for (const word of words) {
    // Two contents under one identity both stand.
    if (word.message.sentAt <= message.sentAt || identityOf(word.message) === mine) continue;
    const last = moments.at(-1);
    if (last && last[0]!.message.sentAt === word.message.sentAt) last.push(word);
    else moments.push([word]);
  }
  return moments;
};

/** What became of one event of a message in one of its places. */
const fateIn = (
  message: AlertMessage,
  place: string,
  moments: readonly (readonly Word[])[],
): Fate => {
  let until: string | null = null;
  for (const moment of moments) {
    const at = moment[0]!.message.sentAt;
    const here = moment.filter((word) => speaksOf(word.message, message, place));
    const stand = here.filter(({ vtec }) => actionOf(vtec.action).does === "stands");
    if (stand.length) return { gone: "superseded", at, by: stand.map((word) => word.message) };
    for (const how of ["upgraded", "cancelled"] as const)
      if (here.some(({ vtec }) => actionOf(vtec.action).how === how))
        return { gone: how, at, by: [] };
    for (const { vtec } of here) until = least(until, vtec.endsAt ?? at);
  }
  return { until };
};

const refersTo = (message: AlertMessage, other: AlertMessage): boolean =>
  message.references.some(
    ({ identifier, issuer }) =>
      identifier === other.identifier && (!issuer || !other.issuer || issuer === other.issuer),
  );

/** What messages without an event of VTEC do: they end what they refer to, whole. */
const fateByReference = (message: AlertMessage, naming: readonly AlertMessage[]): Fate => {
  const later = naming.filter(
    (other) =>
      (other.type === "cancel" || other.type === "update") &&
      !(eventsOf(other).length && eventsOf(message).length) &&
      refersTo(other, message) &&
      (other.sentAt > message.sentAt ||
        (other.sentAt === message.sentAt && !refersTo(message, other))),
  );
  const [first] = later;
  if (!first) return { until: null };
  const update = later.filter((other) => other.type === "update");
  return update.length
    ? { gone: "superseded", at: update[0]!.sentAt, by: update }
    : { gone: "cancelled", at: first.sentAt, by: [] };
};

// What a message tells that holds nothing itself.
const told = (message: AlertMessage): AlertStatus | null => {
  if (message.type === "other") return "received";
  const events = eventsOf(message);
  if (!events.length) return message.type === "cancel" ? "cancelled" : null;
  const ends = events.map(({ action }) => actionOf(action));
  return ends.every(({ does }) => does === "ends") ? ends[0]!.how! : null;
};

/** All messages, put in order once. */
type Whole = {
  words: Words;
  naming: ReadonlyMap<string, readonly AlertMessage[]>;
  keyOf: (message: AlertMessage, event: string) => string;
};

const wholeOf = (all: readonly AlertMessage[]): Whole => {
  const yearIn = eventYears(all);
  // Tests speak to tests alone.
  const keyOf: Whole["keyOf"] = (message, event) =>
    `${message.test ? "test." : ""}${event}.${yearIn(message, event)}`;
  const words: Words = new Map();
  const naming = new Map<string, AlertMessage[]>();
  const put = <T>(map: Map<string, T[]>, key: string, value: T) => {
    const held = map.get(key);
    if (held) held.push(value);
    else map.set(key, [value]);
  };
  for (const message of all) {
    if (message.type === "other") continue;
    for (const vtec of eventsOf(message)) put(words, keyOf(message, vtec.event), { message, vtec });
    for (const { identifier } of message.references) put(naming, identifier, message);
  }
  return { words, naming, keyOf };
};

type PlaceFate = { place: string; fate: Fate };
const fatesOf = (message: AlertMessage, { words, naming, keyOf }: Whole): PlaceFate[] => {
  const places = placesOf(message);
  const others = (naming.get(message.identifier) ?? []).filter((o) => o.test === message.test);
  const byReference = fateByReference(message, others);
  const standing = eventsOf(message).filter(({ action }) => actionOf(action).does === "stands");
  if ("gone" in byReference || !standing.length)
    return places.map((place) => ({ place, fate: byReference }));
  return standing.flatMap(({ event }) => {
    const moments = momentsAfter(words.get(keyOf(message, event)) ?? [], message);
    return places.map((place) => ({ place, fate: fateIn(message, place, moments) }));
  });
};

// The last of the ends counts; of one moment the one that says most.
const howOf = (fates: readonly PlaceFate[]): Ended =>
  fates
    .flatMap(({ fate }) => ("gone" in fate ? [fate] : []))
    .reduce((last, each) =>
      each.at > last.at || (each.at === last.at && rank[each.gone] > rank[last.gone]) ? each : last,
    ).gone;

type Stand = Pick<Life, "status" | "livePlaces" | "endsAt" | "tells"> & {
  fates: readonly PlaceFate[];
};
const standOf = (message: AlertMessage, whole: Whole, now: string): Stand => {
  const only = told(message);
  if (only) return { status: only, livePlaces: [], endsAt: message.endsAt, tells: true, fates: [] };
  const fates = fatesOf(message, whole);
  const live = fates.flatMap(({ place, fate }) =>
    "gone" in fate ? [] : [{ place, endsAt: least(message.endsAt, fate.until) }],
  );
  if (!live.length)
    return { status: howOf(fates), livePlaces: [], endsAt: message.endsAt, tells: false, fates };
  const endsAt = live.some((each) => each.endsAt === null)
    ? null
    : live.map((each) => each.endsAt!).reduce((a, b) => (a > b ? a : b));
  const over = endsAt !== null && endsAt <= now;
  return {
    status: over ? "expired" : "active",
    livePlaces: over ? [] : [...new Set(live.map(({ place }) => place))].filter((p) => p !== "*"),
    endsAt,
    tells: false,
    fates,
  };
};

const mainEvent = (message: AlertMessage): Vtec | undefined => {
  const events = eventsOf(message);
  return events.find(({ action }) => actionOf(action).does === "stands") ?? events[0];
};

/**
 * What became of each message at a moment. It looks at all of them at once, so their order and their
 * repetition do not matter; that one is missing from a feed ends nothing. A message of VTEC is known
 * by place, office, phenomenon, significance and number (NWSI 10-1703), any other by what refers to it.
 */
export const livesOf = (messages: readonly AlertMessage[], now: string): Life[] => {
  const all = distinct(messages);
  const whole = wholeOf(all);
  const rootOf = rootsOf(all);
  const counts = new Map<string, number>();
  for (const message of all)
    counts.set(identityOf(message), (counts.get(identityOf(message)) ?? 0) + 1);
  const stands = all.map((message) => ({ message, ...standOf(message, whole, now) }));
  const before = new Map<AlertMessage, AlertMessage>();
  // Sorted by time: the latest of those whose place it took stays.
  for (const { message, fates } of stands)
    for (const { fate } of fates)
      if ("gone" in fate) for (const by of fate.by) before.set(by, message);
  return stands.map(({ message, status, livePlaces, endsAt, tells }) => {
    const main = mainEvent(message);
    return {
      message,
      status,
      livePlaces,
      endsAt,
      eventKey: main ? whole.keyOf(message, main.event) : rootOf(message),
      before: before.get(message) ?? null,
      conflict: counts.get(identityOf(message))! > 1,
      tells,
    };
  });
};
