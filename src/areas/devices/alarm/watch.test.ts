import { expect, test } from "vitest";
import { titleOf } from "./title.model.ts";
import { alarmsOver, calm, watchReading, watchSilence, type Limit } from "./watch.model.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 2, minute)).toISOString();
const reading = (minute: number, value: number) => ({
  ...{ at: at(minute), value, longitude: null, accuracy: null },
});
const warm: Limit = { watches: "above", bound: 8, clears: 7, minutes: 30, fence: null };

test("a limit that is broken without a break for its minutes raises once, and is over below the lower one", () => {
  const values = [5, 9, 9.5, 7.5, 9, 9, 9.2, 8.5, 7.5, 8.5, 6.9, 9];
  const { alarms } = alarmsOver(
    warm,
    values.map((value, n) => reading(n * 15, value)),
    at(400),
  );
  // Broken at 15 and 30, better at 45; broken from 60 on, raised at 90, over at 150 only.
  expect(alarms).toEqual([{ began: at(60), raised: at(90), cleared: at(150), value: 9.2 }]);
});

test("a lower limit works the other way, and without minutes at once", () => {
  const low: Limit = { watches: "below", bound: 20, clears: 40, minutes: 0, fence: null };
  const { alarms } = alarmsOver(
    low,
    [30, 19, 30, 39, 40, 12].map((value, n) => reading(n, value)),
    at(60),
  );
  expect(alarms.map(({ raised, cleared }) => [raised, cleared])).toEqual([
    [at(1), at(4)],
    [at(5), null],
  ]);
});

test("a position is outside, inside, or not known: of the last nothing follows but that it is said", () => {
  const fence = { center: { latitude: 44.78, longitude: -93.6 }, radius: 1000 };
  const out: Limit = { watches: "outside", bound: null, clears: null, minutes: 0, fence };
  const place = (minute: number, latitude: number, accuracy: number | null) => ({
    ...{ at: at(minute), value: latitude, longitude: -93.6, accuracy },
  });
  const first = watchReading(out, calm, place(0, 44.9, null));
  expect(first.event).toBeNull();
  expect(first.watch.unknown!.reason).toContain("has no accuracy");
  const gone = watchReading(out, first.watch, place(1, 44.9, 20));
  expect(gone.event).toMatchObject({ kind: "raise", at: at(1) });
  const vague = watchReading(out, gone.watch, place(2, 44.789, 50));
  expect(vague).toMatchObject({ event: null, watch: { raised: true, unknown: { at: at(2) } } });
  const back = watchReading(out, vague.watch, place(3, 44.78, 20));
  expect(back).toMatchObject({ event: { kind: "clear" }, watch: calm });
  expect(alarmsOver(out, [place(0, 44.9, null), place(1, 44.9, 20)], at(9))).toMatchObject({
    unknown: 1,
    alarms: [{ raised: at(1) }],
  });
});

test("silence is judged by the clock, also when it jumps, and never of a device that was not heard", () => {
  const silent = { minutes: 60 };
  expect(watchSilence(silent, calm, null, at(500)).event).toBeNull();
  expect(watchSilence(silent, calm, at(0), at(59)).event).toBeNull();
  const raised = watchSilence(silent, calm, at(0), at(75));
  expect(raised.event).toMatchObject({ kind: "raise", since: at(0), value: 75 });
  expect(watchSilence(silent, raised.watch, at(0), at(90)).event).toBeNull();
  // A clock that was set back: it was heard a moment ago, so nothing is silent.
  expect(watchSilence(silent, calm, at(100), at(20)).event).toBeNull();
  expect(watchSilence(silent, raised.watch, at(91), at(92)).event).toMatchObject({
    kind: "clear",
    at: at(91),
  });
  const rule: Limit = { watches: "silent", bound: null, clears: null, minutes: 60, fence: null };
  expect(
    alarmsOver(rule, [reading(0, 1), reading(30, 1), reading(200, 1)], at(220)).alarms,
  ).toEqual([{ began: at(30), raised: at(90), cleared: at(200), value: 170 }]);
});

test("an alarm says what was read against what", () => {
  expect(titleOf({ watches: "above", metric: "temperature", bound: 8, minutes: 30 }, 9.444)).toBe(
    "Temperature 9.44 °C, above 8 °C for 30 minutes",
  );
  expect(titleOf({ watches: "silent", metric: "", bound: null, minutes: 60 }, 75)).toBe(
    "No reading for 75 minutes",
  );
  expect(titleOf({ watches: "outside", metric: "", bound: null, minutes: 0 }, 44)).toBe(
    "Outside of its fence",
  );
});
