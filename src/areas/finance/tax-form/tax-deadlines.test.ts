import { expect, test } from "vitest";
import { taxDeadlines } from "./tax-deadlines.service.ts";

test("copies B and forms NEC are due on January 31, or the next business day", () => {
  const of = (year: number, status: string) =>
    taxDeadlines({ id: "y", number: `1099-${year}`, year, status, preparedBy: "ap" }).deadlines;
  expect(of(2024, "open").map(({ key, dueOn }) => [key, dueOn])).toEqual([
    ["furnish", "2025-01-31"],
    ["file", "2025-01-31"],
  ]);
  // January 31, 2026 is a Saturday, January 31, 2027 a Sunday.
  expect(of(2025, "reviewed")[0]!.dueOn).toBe("2026-02-02");
  expect(of(2026, "furnished").map(({ key, dueOn }) => [key, dueOn])).toEqual([
    ["file", "2027-02-01"],
  ]);
  expect(of(2026, "filed")).toEqual([]);
});
