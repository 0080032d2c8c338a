import { expect, test } from "vitest";
import { eamFinding } from "./eam.labels.ts";

const well = { matrix: [], lateWork: 0, outOfService: 0, warrantiesEnding: 0 };

test("critical assets in poor condition come first; what is well says nothing", () => {
  expect(eamFinding(well)).toEqual([]);
  const found = eamFinding({
    matrix: [
      { condition: 4, band: "high", assets: 2 },
      { condition: 5, band: "high", assets: 1 },
      { condition: 3, band: "high", assets: 9 },
      { condition: 5, band: "low", assets: 9 },
      { condition: null, band: "high", assets: 9 },
    ],
    lateWork: 1,
    outOfService: 0,
    warrantiesEnding: 2,
  });
  expect(found.map(({ text }) => text)).toEqual([
    "3 critical assets are in poor condition",
    "1 work order is late",
    "2 warranties end within 90 days",
  ]);
});
