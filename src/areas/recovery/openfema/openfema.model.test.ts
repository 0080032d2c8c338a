import { expect, test } from "vitest";
import { publishedOf, ratesOf } from "./openfema.model.ts";

const row = (over: object) => ({
  femaDeclarationString: "DR-4897-MN",
  declarationDate: "2026-11-14T00:00:00.000Z",
  incidentBeginDate: "2026-11-12T00:00:00.000Z",
  incidentEndDate: "",
  declarationTitle: "FLOODING",
  designatedArea: "Carver (County)",
  paProgramDeclared: "true",
  ...over,
});

test("rows of one number become one declaration; odd ones are listed and not guessed", () => {
  const { published, odd, taken } = publishedOf(
    [
      row({}),
      row({ designatedArea: "Scott (County)" }),
      row({ femaDeclarationString: "DR-4897-TX" }),
      row({ declarationDate: "soon" }),
      row({ designatedArea: "Sibley (County)", paProgramDeclared: "false" }),
      row({ femaDeclarationString: "DR-4000-MN" }),
    ],
    "DR-4897-MN",
  );
  expect(published?.areas.map((a) => a.county)).toEqual(["Carver (County)", "Scott (County)"]);
  expect(published).toMatchObject({ declaredOn: "2026-11-14", periodTo: null });
  expect(taken).toBe(2);
  expect(odd.map((o) => o.row)).toEqual([4, 5, 6]);
  expect(odd[0]!.why).toContain("another state");
});

test("rates of the schedule; a blank unit, a code twice and no amount are odd", () => {
  const rate = (code: string, unit: string, amount: string) => ({
    "Cost Code": code,
    Equipment: "Truck, Dump",
    Unit: unit,
    "2025 Rates": amount,
  });
  const { rates, odd } = ratesOf([
    rate("8720", "hour", "$61.27"),
    rate("8720.1", "mile", "0.70"),
    rate("8721", "", "70.00"),
    rate("8720", "hour", "1.00"),
    rate("8722", "hour", "call us"),
  ]);
  expect(rates.map((r) => [r.code, r.unit, r.cents])).toEqual([
    ["8720", "hour", 61_27],
    ["8720.1", "mile", 70],
  ]);
  expect(odd).toHaveLength(3);
});
