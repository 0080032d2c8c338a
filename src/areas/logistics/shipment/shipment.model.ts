import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import type { ShipmentStatus } from "#areas/procurement/procurement.public.ts";
import type { EventKind, Testimony, Witness } from "./shipment.labels.ts";

/** One event, as the state is told by it. `at` is its own time, not when it came here. */
export type TellingEvent = { id: string; at: string; kind: EventKind; code?: string };

// How far a kind lies on the way: of two events of one instant the farther one came last.
const far: Readonly<Record<EventKind, number>> = {
  info_received: 0,
  in_transit: 1,
  out_for_delivery: 2,
  attempt_failed: 3,
  exception: 4,
  delivered: 5,
  returned: 6,
};

/** Events by their own time, then by how far they lie on the way, then by id: one order of a set. */
export const inOrder = <E extends TellingEvent>(events: readonly E[]): E[] =>
  events.toSorted(
    (a, b) =>
      Date.parse(a.at) - Date.parse(b.at) ||
      far[a.kind] - far[b.kind] ||
      (a.code ?? "").localeCompare(b.code ?? "") ||
      (a.id < b.id ? -1 : 1),
  );

/** What the carrier's word comes to: the states that events alone can tell. */
export type TravelState = EventKind;

// A label that is printed late sets nothing back; what was delivered is on its way no more, unless
// somebody says that it was not or went back.
const after = (before: TravelState, kind: EventKind): TravelState => {
  if (kind === "info_received") return before;
  if (before === "delivered" && far[kind] < far.exception) return before;
  return kind;
};

/**
 * Where a shipment stands by its events. Whatever order they came in, the same set gives the same
 * state; a shipment without events is announced.
 */
export const stateOf = (events: readonly TellingEvent[]): TravelState =>
  inOrder(events).reduce<TravelState>((state, { kind }) => after(state, kind), "info_received");

/** The first instant since which a shipment counts as delivered by its events, or null. */
export const deliveredAt = (events: readonly TellingEvent[]): string | null => {
  let state: TravelState = "info_received";
  let at: string | null = null;
  for (const event of inOrder(events)) {
    const next = after(state, event.kind);
    if (next === "delivered" && state !== "delivered") at = event.at;
    if (next !== "delivered") at = null;
    state = next;
  }
  return at;
};

/** So many days after its day nobody waits for a shipment of which nothing is heard. */
export const expiresAfter = 30;

/** What stands of a shipment beside its events. */
export type Standing = {
  events: readonly TellingEvent[];
  /** Whether a receipt of it is posted. */
  received: boolean;
  expectedOn: Day;
  today: Day;
  /** The witnesses that the rule demands, and what each says. */
  demanded: readonly Witness[];
  testimony: Readonly<Record<Witness, Testimony>>;
};

// Longer than thirty days since its day, and since anything was heard of it.
const silent = (s: Standing): boolean => {
  const heard = inOrder(s.events).at(-1)?.at ?? s.expectedOn;
  const since = Math.max(Date.parse(s.expectedOn), Date.parse(heard));
  return since + expiresAfter * 86_400_000 < Date.parse(s.today);
};

/**
 * The state of a shipment: what its events say; delivered once its receipt is posted; verified when
 * every witness that the rule demands agrees; expired when nothing was heard for thirty days.
 */
export const statusOf = (s: Standing): ShipmentStatus => {
  const travelled = stateOf(s.events);
  const there = travelled === "delivered" || (s.received && travelled !== "returned");
  if (there) {
    const proved = s.demanded.every((one) => s.testimony[one] === "agrees");
    return proved ? "verified" : "delivered";
  }
  return travelled !== "returned" && silent(s) ? "expired" : travelled;
};

/** The witnesses that keep a shipment from being verified, and what each says. */
export const lackingOf = (
  s: Pick<Standing, "demanded" | "testimony">,
): readonly { witness: Witness; says: Testimony }[] =>
  s.demanded
    .map((witness) => ({ witness, says: s.testimony[witness] }))
    .filter(({ says }) => says !== "agrees");

/** Why an event cannot be entered, or null: its clock runs ahead, or it lies before its order. */
export const eventFault = (
  at: string,
  { now, orderedOn }: { now: string; orderedOn: Day },
): string | null => {
  const time = Date.parse(at);
  if (!Number.isFinite(time)) return "This is no time.";
  // Clocks of scanners differ by minutes, not by hours.
  if (time > Date.parse(now) + 10 * 60_000) return "This time is still to come.";
  return time < Date.parse(orderedOn) - 86_400_000 ? "This is before its order." : null;
};

/** Past deliveries of a vendor: how many, and by how many days the middle one was late. */
export type PastError = { deliveries: number; medianDaysLate: number | null };

/** The middle of how late past deliveries came, in days (early ones below zero), rounded up. */
export const pastError = (past: readonly { expectedOn: Day; deliveredOn: Day }[]): PastError => {
  const late = past
    .map((one) => daysBetween(one.expectedOn, one.deliveredOn))
    .toSorted((a, b) => a - b);
  const middle = late.length / 2;
  const median =
    late.length === 0
      ? null
      : late.length % 2
        ? late[Math.floor(middle)]!
        : Math.ceil((late[middle - 1]! + late[middle]!) / 2);
  return { deliveries: late.length, medianDaysLate: median };
};

/** When we expect it ourselves: the carrier's day and the past error of its vendor; null without one. */
export const ownExpectation = (expectedOn: Day, past: PastError): Day | null =>
  past.medianDaysLate === null ? null : addDays(expectedOn, past.medianDaysLate);
