import { expect, test } from "vitest";
import { canBeHeldUp, consequenceOf } from "./weather.model.ts";

test("software, insurance and consulting come in any weather; pumps, roads and what has no code may not", () => {
  for (const code of ["513210", "524126", "541512", "208-37", "92040", "953"])
    expect(canBeHeldUp([code]), code).toBe(false);
  for (const code of ["333914", "237310", "541370", "517111", "72080", "913"])
    expect(canBeHeldUp([code]), code).toBe(true);
  expect(canBeHeldUp([])).toBe(true);
  // One pump among the software.
  expect(canBeHeldUp(["513210", "333914"])).toBe(true);
});

test("what is promised by the end of a warning may not come; later ones are touched where they go or come from", () => {
  const ends = "2026-11-27";
  const order = (promisedOn: string | null, atSite = false) =>
    consequenceOf({ promisedOn, atSite }, ends);
  expect(order("2026-11-27")).toBe("due");
  expect(order("2026-11-01")).toBe("due");
  expect(order("2026-11-28")).toBe("vendor");
  expect(order("2026-11-28", true)).toBe("site");
  expect(order(null)).toBe("vendor");
});
