// The last gate of an award names everything at once; what a person decides stops nothing.
import { expect, test } from "vitest";
import { gateTitle, stoppedBy } from "#kernel/gate.ts";
import { awardGate, type AwardGateFacts } from "./gate.model.ts";

const clear: AwardGateFacts = {
  openProtests: 0,
  window: { over: true, ends: "" },
  uninsured: null,
  hasList: true,
  winners: [{ name: "Ada", status: "active", screening: "clear" }],
  held: [],
  over: [],
  free: 0,
  growth: [],
};
const told = (over: Partial<AwardGateFacts>) =>
  awardGate({ ...clear, ...over }).map((f) => `${f.kind} ${f.code}: ${f.sentence}`);

test("an award that is ready is stopped by nothing", () => {
  expect(awardGate(clear)).toEqual([]);
  expect(gateTitle([], "the award")).toBe("Nothing stops the award");
  expect(stoppedBy([])).toBeNull();
});

test("each reason has its sentence", () => {
  expect(told({ openProtests: 1 })).toEqual(["stops protest: A protest stays the award."]);
  expect(told({ window: { over: false, ends: "Nov 30, 5:00 PM" } })).toEqual([
    "stops window: The protest window is still open, until Nov 30, 5:00 PM.",
  ]);
  expect(told({ hasList: false })).toEqual([
    "stops no_exclusion_list: No exclusion list is loaded, and nobody wins an award unscreened.",
  ]);
  const winner = (status: string, screening: string) => ({
    winners: [{ name: "Bo", status, screening }],
  });
  expect(told(winner("on_hold", "clear"))).toEqual([
    "stops vendor_not_active: Bo is not an active vendor (on hold).",
  ]);
  expect(told(winner("active", "excluded"))).toEqual([
    "stops winner_excluded: Bo is excluded from federal awards (SAM.gov), 2 CFR 200.214.",
  ]);
  expect(told(winner("active", "possible"))).toEqual([
    "stops winner_unresolved: The exclusion screening holds Bo: a match that nobody has decided.",
  ]);
  expect(told({ uninsured: "Bo has no certificate." })).toEqual([
    "stops insurance: Bo has no certificate.",
  ]);
  expect(told({ held: ["Public notice in time stops it."] })).toEqual([
    "stops control_stops: Public notice in time stops it.",
  ]);
  expect(told({ over: [{ code: "101-RDB-5340", available: 100, needed: 250 }] })).toEqual([
    "stops over_budget: 101-RDB-5340 has $1.00 available; the prices take $2.50 more than was requisitioned.",
  ]);
});

test("everything is named at once, and what a person says is counted apart", () => {
  const all = awardGate({
    ...clear,
    openProtests: 2,
    hasList: false,
    free: 1,
    growth: [{ description: "Salt", cents: 1000 }],
  });
  expect(gateTitle(all, "the award")).toBe("2 things will stop the award, 2 things to decide");
  expect(all.map((f) => f.code)).toEqual(["protest", "no_exclusion_list", "growth", "account"]);
  expect(stoppedBy(all)).toBe(
    "A protest stays the award. No exclusion list is loaded, and nobody wins an award unscreened.",
  );
});
