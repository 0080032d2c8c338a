import { expect, test } from "vitest";
import { endOfDate } from "#kernel/dates.ts";
import { day, instant } from "#kernel/time.ts";
import { dueSaid } from "../screens/phone/said.ts";
import { distanceSaid, isGiven, metresBetween, todaysWork } from "./today.model.ts";
import {
  notYetShown,
  requestStatusAfter,
  workStatusAfter,
  type Recorded,
} from "./pending.model.ts";

const now = Date.parse("2026-11-30T18:00:00Z");
const chicago = "America/Chicago";

const item = (title: string, dueAt: string | null, at: [number, number] | null = null) => ({
  kind: "inspection",
  id: title,
  version: 1,
  title,
  dueAt,
  latitude: at?.[0] ?? null,
  longitude: at?.[1] ?? null,
  data: {},
});

test("work is told apart by the agency's day, and ordered by distance within", () => {
  const here = { latitude: 30, longitude: -95 };
  const items = [
    item("none", null),
    // Tomorrow in UTC, today in Chicago.
    item("far today", "2026-12-01T05:00:00Z", [30.5, -95]),
    item("near today", "2026-12-01T05:30:00Z", [30.01, -95]),
    // By the end of the day: the midnight behind it.
    item("by day", new Date(endOfDate(day("2026-11-30"), chicago)).toISOString(), [31, -95]),
    item("tomorrow", "2026-12-01T07:00:00Z", [30, -95]),
    item("late", "2026-11-29T12:00:00Z"),
    { ...item("a type", null), kind: "service_request" },
  ];
  const work = todaysWork(items, here, now, chicago);
  expect(work.map((one) => [one.item.title, one.due])).toEqual([
    ["late", "late"],
    ["near today", "today"],
    ["far today", "today"],
    ["by day", "today"],
    ["tomorrow", "later"],
    ["none", "none"],
  ]);
  const blind = todaysWork(items, null, now, chicago);
  expect(blind.map((one) => one.item.title).slice(1, 3)).toEqual(["far today", "near today"]);
});

test("what is due by the end of a day names the day, and what has an hour its hour", () => {
  expect(dueSaid(instant("2026-12-01T06:00:00Z"), chicago)).toBe("due Nov 30, 2026");
  expect(dueSaid(instant("2026-12-01T21:00:00Z"), chicago)).toMatch(/^due Dec 1, 2026, 3:00 PM/);
});

test("inspections, work orders and own requests are given to somebody; the rest is for whoever is near", () => {
  const own = { ...item("mine", null), kind: "service_request_step", data: { own: true } };
  const items = [
    item("look", null),
    own,
    { ...own, data: { own: false } },
    { ...own, kind: "receipt" },
  ];
  expect(items.map(isGiven)).toEqual([true, true, false, true]);
  expect(isGiven({ kind: "receipt", data: {} })).toBe(false);
});

test("distances are those of the sphere, said in the units of a road", () => {
  const metres = metresBetween({ latitude: 30, longitude: -95 }, { latitude: 31, longitude: -95 });
  expect(Math.abs(metres - 111_195)).toBeLessThan(10);
  expect([3, 847, 2_440, 23_600].map(distanceSaid)).toEqual(["10 m", "850 m", "2.4 km", "24 km"]);
});

const recorded = (number: number, more: Partial<Recorded> = {}): Recorded => ({
  number,
  state: "waiting",
  kind: "service_request_step",
  recordId: "r1",
  at: "2026-11-30T18:00:00Z",
  values: { action: "start" },
  ...more,
});

test("what was recorded here and is not in the packet yet moves the record on; what was held does not", () => {
  const packetAt = Date.parse("2026-11-30T17:00:00Z");
  const captures = [
    recorded(3, { values: { action: "close" } }),
    recorded(1, {
      state: "applied",
      at: "2026-11-30T16:00:00Z",
      values: { action: "acknowledge" },
    }),
    recorded(2),
    recorded(4, { state: "in_review", values: { action: "close" } }),
    recorded(5, { recordId: "r2" }),
  ];
  const open = notYetShown(captures, "r1", packetAt);
  expect(open.map(({ number }) => number)).toEqual([2, 3]);
  expect(requestStatusAfter("acknowledged", open)).toBe("closed");
  expect(requestStatusAfter("received", [])).toBe("received");
  const work = [recorded(6), recorded(7, { values: { action: "tick", taskId: "t" } })];
  expect(workStatusAfter("scheduled", work)).toBe("in_progress");
  expect(workStatusAfter("in_progress", [recorded(8, { values: { action: "hold" } })])).toBe(
    "on_hold",
  );
});
