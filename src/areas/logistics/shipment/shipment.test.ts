// Where a shipment stands: the same events give one state, whatever order they come in.
import { expect, test } from "vitest";
import { shifted } from "#kernel/geo/fence.ts";
import { day } from "#kernel/time.ts";
import { demandedWitnesses } from "../proof/proof-rule.model.ts";
import { differences, testimonyOf, type OnFile } from "../proof/testimony.model.ts";
import { carrierCodes, kindOfCode } from "./carrier-codes.data.ts";
import { byDay, countsOf } from "./arrivals.model.ts";
import type { Arriving } from "./desk.model.ts";
import { eventKinds, type EventKind } from "./shipment.labels.ts";
import {
  deliveredAt,
  eventFault,
  lackingOf,
  ownExpectation,
  pastError,
  stateOf,
  statusOf,
  type Standing,
  type TellingEvent,
} from "./shipment.model.ts";

const at = (minute: number, kind: EventKind, id = `${minute}${kind}`): TellingEvent => ({
  id,
  at: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
  kind,
});

const shuffled = <T>(items: readonly T[], seed: number): T[] => {
  const left = [...items];
  const out: T[] = [];
  let state = seed;
  while (left.length > 0) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    out.push(...left.splice(state % left.length, 1));
  }
  return out;
};

test("whatever order events come in, the state and the day of delivery are one", () => {
  const kinds = Object.keys(eventKinds) as EventKind[];
  for (let seed = 1; seed <= 300; seed++) {
    // Few minutes for many events: several of them share their instant.
    const events = shuffled(kinds, seed)
      .slice(0, 5)
      .map((kind, n) => at((seed * (n + 3)) % 4, kind, `${(seed * 7 + n) % 5}${kind}`));
    const answers = Array.from({ length: 12 }, (_, n) => {
      const arrived = shuffled(events, seed * 31 + n);
      return `${stateOf(arrived)} ${deliveredAt(arrived)}`;
    });
    expect(new Set(answers).size).toBe(1);
    // Ids are given as events arrive: they decide nothing that people see.
    const renamed = events.map((event, n) => ({ ...event, id: String(9 - n) }));
    expect(stateOf(renamed)).toBe(stateOf(events));
  }
});

const everyOrder = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first, n) =>
        everyOrder(items.filter((_, other) => other !== n)).map((rest) => [first, ...rest]),
      );

test("in each of all orders a way with a failed attempt gives its one state, also where instants are shared", () => {
  const way = [
    at(1, "info_received"),
    at(2, "in_transit"),
    at(3, "out_for_delivery"),
    at(4, "attempt_failed"),
    at(5, "out_for_delivery"),
    at(6, "delivered"),
  ];
  const orders = everyOrder(way);
  expect(orders).toHaveLength(720);
  for (const arrived of orders) {
    expect(stateOf(arrived)).toBe("delivered");
    expect(deliveredAt(arrived)).toBe(way[5]!.at);
  }
  const together = way.map(({ id, kind }) => ({ ...at(1, kind, id), kind }));
  expect(new Set(everyOrder(together).map((arrived) => stateOf(arrived))).size).toBe(1);
});

test("a late label sets nothing back; what was delivered is on its way no more unless it was not or went back", () => {
  expect(stateOf([])).toBe("info_received");
  expect(stateOf([at(1, "in_transit"), at(2, "info_received")])).toBe("in_transit");
  expect(stateOf([at(1, "delivered"), at(2, "in_transit")])).toBe("delivered");
  expect(stateOf([at(1, "delivered"), at(2, "exception")])).toBe("exception");
  expect(stateOf([at(1, "delivered"), at(2, "returned")])).toBe("returned");
  expect(stateOf([at(1, "attempt_failed"), at(2, "out_for_delivery")])).toBe("out_for_delivery");
  const twice = [at(1, "delivered"), at(3, "exception"), at(5, "delivered")];
  expect(deliveredAt(twice)).toBe(at(5, "delivered").at);
  expect(deliveredAt(twice.slice(0, 2))).toBeNull();
});

const standing: Standing = {
  events: [],
  received: false,
  expectedOn: day("2026-11-20"),
  today: day("2026-11-25"),
  demanded: ["receiver", "quantity"],
  testimony: { place: "missing", receiver: "missing", quantity: "missing" },
};

test("delivered by its receipt, verified when every witness that is demanded agrees, expired after thirty days of silence", () => {
  const of = (over: Partial<Standing>) => statusOf({ ...standing, ...over });
  expect(of({})).toBe("info_received");
  expect(of({ events: [at(1, "delivered")] })).toBe("delivered");
  const agrees = { place: "missing", receiver: "agrees", quantity: "agrees" } as const;
  expect(of({ received: true, testimony: agrees })).toBe("verified");
  const short = { ...agrees, quantity: "differs" } as const;
  expect(of({ received: true, testimony: short })).toBe("delivered");
  expect(lackingOf({ ...standing, testimony: short })).toEqual([
    { witness: "quantity", says: "differs" },
  ]);
  expect(of({ received: true, testimony: agrees, demanded: ["place", "receiver"] })).toBe(
    "delivered",
  );
  expect(of({ received: true, testimony: agrees, events: [at(1, "returned")] })).toBe("returned");
  expect(of({ today: day("2026-12-20") })).toBe("info_received");
  expect(of({ today: day("2026-12-21") })).toBe("expired");
  const heard = [{ ...at(1, "in_transit"), at: "2026-12-10T08:00:00Z" }];
  expect(of({ today: day("2026-12-21"), events: heard })).toBe("in_transit");
});

test("an event of a clock that runs ahead, or from before its order, is refused", () => {
  const known = { now: "2026-11-27T12:00:00Z", orderedOn: day("2026-11-01") };
  expect(eventFault("2027-11-27T12:00:00Z", known)).toBe("This time is still to come.");
  expect(eventFault("2026-11-27T12:09:00Z", known)).toBeNull();
  expect(eventFault("2026-11-27T12:11:00Z", known)).toBe("This time is still to come.");
  expect(eventFault("2026-10-01T12:00:00Z", known)).toBe("This is before its order.");
  expect(eventFault("yesterday", known)).toBe("This is no time.");
});

test("a carrier's code means what its table says from its day on; an unknown one is not guessed at", () => {
  const on = day("2026-11-27");
  expect(kindOfCode("USPS", "01", on)).toBe("delivered");
  expect(kindOfCode("U.P.S. Ground", "o", on)).toBe("out_for_delivery");
  expect(kindOfCode("FedEx Express", "OD", on)).toBe("out_for_delivery");
  expect(kindOfCode("FedEx", "D", on)).toBeNull();
  expect(kindOfCode("USPS", "01", day("2019-12-31"))).toBeNull();
  expect(kindOfCode("Own truck", "D", on)).toBeNull();
  for (const { code, kind, citation } of carrierCodes)
    expect([code.length > 0, kind in eventKinds, citation.length > 5]).toEqual([true, true, true]);
});

test("what we expect is the carrier's day and the past error of the vendor, or nothing without past deliveries", () => {
  const on = day("2026-11-20");
  const came = (late: number) => ({
    expectedOn: on,
    deliveredOn: day(`2026-11-${20 + late}`),
  });
  expect(pastError([])).toEqual({ deliveries: 0, medianDaysLate: null });
  expect(ownExpectation(on, pastError([]))).toBeNull();
  expect(pastError([came(0), came(9), came(2)])).toEqual({ deliveries: 3, medianDaysLate: 2 });
  expect(pastError([came(1), came(2)])).toEqual({ deliveries: 2, medianDaysLate: 2 });
  expect(ownExpectation(on, pastError([came(-2)]))).toBe("2026-11-18");
});

test("rules name the witnesses by amount, federal money and incident; the receipt is always one", () => {
  const rule = {
    parameters: {
      proofWitnesses: "",
      proofAboveCents: 100_00,
      proofAboveWitnesses: "quantity",
      proofFederalWitnesses: "place, quantity",
      proofIncidentWitnesses: "place",
    },
  };
  const plain = { amount: 100_00, federal: false, incident: false };
  expect(demandedWitnesses([], plain)).toEqual(["receiver"]);
  expect(demandedWitnesses([rule], plain)).toEqual(["receiver"]);
  expect(demandedWitnesses([rule], { ...plain, amount: 100_01 })).toEqual(["receiver", "quantity"]);
  expect(demandedWitnesses([rule], { ...plain, federal: true })).toEqual([
    "place",
    "receiver",
    "quantity",
  ]);
  expect(demandedWitnesses([rule], { ...plain, incident: true })).toEqual(["place", "receiver"]);
});

test("place by the fence whose edge belongs to it, quantity by line; no accuracy and no place cannot be told", () => {
  const place = { latitude: 44.79, longitude: -93.6 };
  const file: OnFile = {
    announced: [{ lineId: "a", quantity: "10.0000" }],
    came: [],
    place,
    radius: 150,
    reading: null,
    handed: false,
  };
  expect(testimonyOf(file)).toEqual({
    place: "missing",
    receiver: "missing",
    quantity: "missing",
  });
  const stood = (meters: number, accuracy: number | null) =>
    testimonyOf({ ...file, handed: true, reading: { ...shifted(place, 0, meters), accuracy } })
      .place;
  expect(stood(150 - 20, 19)).toBe("agrees");
  expect(stood(150 + 200, 10)).toBe("differs");
  expect(stood(150, 10)).toBe("unknown");
  expect(stood(0, null)).toBe("unknown");
  expect(
    testimonyOf({ ...file, handed: true, place: null, reading: { ...place, accuracy: 5 } }).place,
  ).toBe("unknown");
  expect(testimonyOf({ ...file, handed: true }).place).toBe("unknown");
  const came = (quantity: string, lineId = "a") =>
    testimonyOf({ ...file, came: [{ lineId, quantity }] });
  expect(came("10")).toMatchObject({ receiver: "agrees", quantity: "agrees" });
  expect(came("9")).toMatchObject({ receiver: "agrees", quantity: "differs" });
  expect(differences({ ...file, came: [{ lineId: "b", quantity: "1" }] })).toEqual([
    { lineId: "a", announced: "10", came: "0" },
    { lineId: "b", announced: "0", came: "1" },
  ]);
});

test("what arrives stands once: late on top, today, next days, then what waits for its proof", () => {
  const today = day("2026-11-27");
  const of = (id: string, expectedOn: string, status: Arriving["status"], lacking: string[] = []) =>
    ({ id, expectedOn: day(expectedOn), status, lacking }) as Arriving;
  const items = [
    of("a", "2026-11-25", "in_transit"),
    of("b", "2026-11-27", "out_for_delivery"),
    of("c", "2026-12-02", "info_received"),
    of("d", "2026-11-20", "delivered", ["quantity!"]),
  ];
  const groups = byDay(items, today);
  expect(groups.map((group) => [group.key, group.items.map(({ id }) => id)])).toEqual([
    ["late", ["a"]],
    ["2026-11-27", ["b"]],
    ["2026-12-02", ["c"]],
    ["unproved", ["d"]],
  ]);
  expect(countsOf(items, today)).toEqual({ late: 1, today: 1, soon: 1, unproved: 1, differ: 1 });
  expect(byDay([], today).map(({ kind }) => kind)).toEqual(["today"]);
});
