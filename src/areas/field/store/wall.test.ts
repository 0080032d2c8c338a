import { expect, test } from "vitest";
import { instantsCalled, typedTime } from "./wall.model.ts";

const zone = "America/Chicago";
const utc = (at: number) => new Date(at).toISOString();

test("a wall clock calls one instant, two in the hour that comes twice, none in the one left out", () => {
  expect(instantsCalled("2026-07-01T07:00", zone).map(utc)).toEqual(["2026-07-01T12:00:00.000Z"]);
  expect(instantsCalled("2026-11-01T01:30", zone).map(utc)).toEqual([
    "2026-11-01T06:30:00.000Z",
    "2026-11-01T07:30:00.000Z",
  ]);
  expect(instantsCalled("2026-03-08T02:30", zone)).toEqual([]);
});

test("an hour that comes twice asks which, and takes the answer", () => {
  expect(typedTime("2026-11-01", "01:30", null, zone)).toEqual({ wrong: "twice" });
  expect(typedTime("2026-11-01", "01:30", false, zone)).toEqual({
    at: Date.parse("2026-11-01T06:30:00Z"),
  });
  expect(typedTime("2026-11-01", "01:30", true, zone)).toEqual({
    at: Date.parse("2026-11-01T07:30:00Z"),
  });
  expect(typedTime("2026-03-08", "02:30", null, zone)).toEqual({ wrong: "skipped" });
  expect(typedTime("2026-11-01", "", null, zone)).toEqual({ wrong: "missing" });
});
