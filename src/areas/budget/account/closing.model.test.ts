import fc from "fast-check";
import { expect, test } from "vitest";
import { carriedBudget, shortOf, type LineAtClose } from "./closing.model.ts";

const cents = fc.integer({ min: 0, max: 1e9 });
const line = fc.record({
  id: fc.constant("l"),
  accountStringId: fc.constant("a"),
  code: fc.constant("101-RDS-5340"),
  stop: fc.constantFrom("hard" as const, "soft" as const),
  comesIn: fc.constant(false),
  budget: cents,
  preEncumbered: cents,
  encumbered: cents,
  expended: fc.integer({ min: -1e6, max: 1e9 }),
  nextId: fc.option(fc.constant("n")),
  nextAvailable: fc.integer({ min: -1e6, max: 1e9 }),
});

test("the budget that goes along is no more than what is held and what is unspent, and leaves the old line its expenditure", () => {
  fc.assert(
    fc.property(line, (l: LineAtClose) => {
      const moved = carriedBudget(l);
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThanOrEqual(l.preEncumbered + l.encumbered);
      expect(l.budget - moved).toBeGreaterThanOrEqual(Math.min(l.budget, Math.max(0, l.expended)));
      if (l.expended >= 0 && l.budget - l.preEncumbered - l.encumbered - l.expended >= 0)
        expect(moved).toBe(l.preEncumbered + l.encumbered);
    }),
  );
});

test("a line that is not refused leaves the next year's hard stop unbroken, and one within its budget always goes along with it", () => {
  fc.assert(
    fc.property(line, fc.constantFrom("carry" as const, "next" as const), (l: LineAtClose, way) => {
      const held = l.preEncumbered + l.encumbered;
      const budget = way === "carry" ? carriedBudget(l) : 0;
      const short = shortOf(l, way);
      if (short) expect(short.missing).toBeGreaterThan(0);
      else if (held > budget && l.stop === "hard")
        expect(l.nextAvailable + budget - held).toBeGreaterThanOrEqual(0);
      if (way === "carry" && l.stop === "soft") expect(short).toBeNull();
      if (way === "carry" && l.expended >= 0 && l.budget - held - l.expended >= 0)
        expect(short).toBeNull();
    }),
  );
});
