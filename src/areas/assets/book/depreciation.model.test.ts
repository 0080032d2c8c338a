import fc from "fast-check";
import { expect, test } from "vitest";
import { bookAt, depreciated, fullMonths, ofMonth, type BookBasis } from "./depreciation.model.ts";

const truck: BookBasis = {
  costCents: 12_000_001,
  salvageCents: 1_200_000,
  lifeMonths: 120,
  inServiceOn: "2024-03-15",
};

test("months count from the first full one, until the end of the day", () => {
  expect(fullMonths("2024-03-15", "2024-03-31")).toBe(0);
  expect(fullMonths("2024-03-15", "2024-04-29")).toBe(0);
  expect(fullMonths("2024-03-15", "2024-04-30")).toBe(1);
  expect(fullMonths("2024-03-01", "2024-03-31")).toBe(1);
  expect(fullMonths("2024-03-01", "2025-02-28")).toBe(12);
  expect(fullMonths("2024-03-01", "2023-12-31")).toBe(0);
});

test("a truck of ten years reckoned by hand", () => {
  expect(bookAt(truck, "2025-03-31")).toEqual({
    months: 12,
    depreciatedCents: 1_080_000,
    bookCents: 10_920_001,
  });
  expect(bookAt(truck, "2034-03-31").bookCents).toBe(1_200_000);
  expect(bookAt(truck, "2050-12-31").bookCents).toBe(1_200_000);
});

test("the months of any life sum to cost less salvage, and none gives money back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9e12 }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 1, max: 720 }),
      (costCents, share, lifeMonths) => {
        const salvageCents = Math.floor((costCents * share) / 100);
        const basis = { costCents, salvageCents, lifeMonths, inServiceOn: "2020-01-01" };
        let sum = 0;
        for (let month = 1; month <= lifeMonths; month++) {
          const part = ofMonth(basis, month);
          expect(part).toBeGreaterThanOrEqual(0);
          sum += part;
        }
        expect(sum).toBe(costCents - salvageCents);
        expect(depreciated(basis, lifeMonths + 5)).toBe(sum);
      },
    ),
    { numRuns: 200 },
  );
});
