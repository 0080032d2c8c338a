import { expect, test } from "vitest";
import { day as asDay } from "#kernel/time.ts";
import { burnFinding, burnOf } from "./burn.labels.ts";

const award = (number: string, amount: number, drawn: number, from: string, to: string) => ({
  number,
  amount,
  drawn,
  periodFrom: asDay(from),
  periodTo: asDay(to),
});

test("what is drawn stands beside the time that is gone, the furthest behind first", () => {
  const burns = burnOf(
    [
      award("AWD-1", 100_00, 50_00, "2026-01-01", "2026-12-31"),
      award("AWD-2", 100_00, 10_00, "2026-01-01", "2026-12-31"),
      award("AWD-3", 0, 0, "2026-07-01", "2026-07-01"),
    ],
    asDay("2026-07-01"),
  );
  expect(burns).toEqual([
    { number: "AWD-2", drawn: 10, gone: 50 },
    { number: "AWD-1", drawn: 50, gone: 50 },
    { number: "AWD-3", drawn: 100, gone: 100 },
  ]);
  expect(burnFinding(burns)).toBe("AWD-2 is furthest behind: 10 % drawn, 50 % of its time gone");
});

test("before a period nothing of it is gone, behind it all; none in force is said", () => {
  const [before] = burnOf([award("A", 1, 0, "2026-08-01", "2026-08-31")], asDay("2026-07-01"));
  const [behind] = burnOf([award("A", 1, 1, "2026-01-01", "2026-01-31")], asDay("2026-07-01"));
  expect([before!.gone, behind!.gone]).toEqual([0, 100]);
  expect(burnFinding([])).toBe("No award is in force");
  expect(burnFinding([behind!])).toBe("Every award is drawn about as its time goes");
});
