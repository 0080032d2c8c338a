import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeAfterInvoice } from "./after-invoice.model.ts";

const day = (text: string) => text as Day;

test("an order precedes the bill of its vendor; on the same day it does, too", () => {
  const of = (issued: Day | null, invoiced: Day | null) =>
    judgeAfterInvoice({ issued, invoiced, invoice: invoiced && "INV-2027-00004" });
  expect(of(day("2026-11-10"), day("2026-11-09"))).toEqual({
    answer: "fail",
    said: "INV-2027-00004 is of Nov 9, 2026, the order went out on Nov 10, 2026.",
  });
  expect(of(day("2026-11-10"), day("2026-11-10")).answer).toBe("pass");
  expect(of(day("2026-11-10"), null).answer).toBe("not_applicable");
  expect(of(null, day("2026-11-09")).answer).toBe("not_applicable");
});
