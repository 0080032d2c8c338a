import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { askFigures } from "#server/facts/figures.ts";
import { makeAgency, makeBudget } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { postCommitments, type PostOptions } from "./ledger.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const everything = new Set(Object.keys(permissions)) as never;
const kinds = ["carry", "encumber", "expend", "release", "reverse"] as const;
const parts = ["carried", "made", "used", "released", "reversed"].map((each) => `ledger.${each}`);

const step = fc.record({
  kind: fc.constantFrom("encumber", "encumber", "expend", "release", "reverse"),
  line: fc.integer({ min: 0, max: 1 }),
  cents: fc.integer({ min: 1, max: 4_000_00 }),
});

test("over a random history the parts of the roll-forward are what the ledger and the lines hold encumbered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (history) => {
      const agency = await makeAgency(t.database);
      const lines = [
        await makeBudget(t.database, agency, 100_000_00),
        await makeBudget(t.database, agency, 100_000_00),
      ];
      const actor = memberActor(agency.orgId, "manager", [], { permissions: everything });
      const held = [0, 0];
      const moved = Object.fromEntries(kinds.map((kind) => [kind, 0]));
      for (const { kind, line, cents } of history) {
        const adds = kind === "encumber" || kind === "reverse";
        const change = adds ? cents : -Math.min(cents, held[line]!);
        if (change === 0) continue;
        const spent = kind === "expend" ? { expended: -change } : {};
        const { accountStringId, fiscalYearId } = lines[line]!;
        await t.database.transaction(actor, async (tx) =>
          postCommitments(
            tx,
            actor,
            { type: "purchaseOrder", id: newId(), number: "PO-1", fiscalYearId },
            [{ accountStringId, encumbered: change, ...spent }],
            { kind: kind as PostOptions["kind"] },
          ),
        );
        held[line]! += change;
        moved[kind]! += change;
      }
      const { totals, rows } = await askFigures(t.database.read(actor), actor, allFacts(), {
        measures: [...parts, "ledger.encumbered", "budget.encumbered"],
        by: ["fund"],
        where: { fiscalYear: ["2027"], side: ["spending"] },
      });
      const all = held[0]! + held[1]!;
      expect(totals.map(({ value }) => value ?? 0)).toEqual([
        ...kinds.map((kind) => moved[kind]),
        all,
        all,
      ]);
      for (const { cells } of rows) {
        const values = cells.map(({ value }) => value ?? 0);
        expect(values.slice(0, parts.length).reduce((a, b) => a + b, 0)).toBe(values.at(-1));
        expect(values.at(-2)).toBe(values.at(-1));
      }
    }),
    { numRuns: 8 },
  );
});
