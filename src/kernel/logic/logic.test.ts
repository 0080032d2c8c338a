import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate, logicOperators, namesIn, objectionsToLogic, type Logic } from "./logic.ts";

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -50, max: 50 }),
  fc.string({ maxLength: 5 }),
);
const rule = fc.letrec<{ logic: Logic }>((tie) => ({
  logic: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.constantFrom<Logic>({ var: "a" }, { var: "rows" }, { var: "constructor.name" }),
    fc
      .tuple(
        fc.constantFrom(...logicOperators.filter((name) => name !== "var")),
        fc.array(tie("logic"), { maxLength: 3 }),
      )
      .map(([operator, args]) => ({ [operator]: args })),
  ),
})).logic;

describe("rules", () => {
  test("never throw, give the same each time, and reach nothing but own answers", () => {
    fc.assert(
      fc.property(rule, fc.dictionary(fc.constantFrom("a", "b", "rows"), leaf), (logic, values) => {
        const before = JSON.stringify(values);
        const said = evaluate(logic, values);
        expect(evaluate(logic, values)).toEqual(said);
        expect(typeof said === "function").toBe(false);
        expect(JSON.stringify(values)).toBe(before);
      }),
      { numRuns: 500 },
    );
    for (const name of ["constructor", "__proto__", "toString", "a.constructor"])
      expect(evaluate({ var: name }, { a: "x" })).toBeNull();
  });

  test("add, multiply and compare as numbers do, and say null or false of anything else", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        (a, b) => {
          const of = { a, b };
          const args: Logic = [{ var: "a" }, { var: "b" }];
          expect(evaluate({ "+": args }, of)).toBe(a + b);
          expect(evaluate({ "<": args }, of)).toBe(a < b);
          expect(evaluate({ "!": [{ "<": args }] }, of)).toBe(evaluate({ ">=": args }, of));
        },
      ),
    );
    expect(evaluate({ max: [3, 1, 2] }, {})).toBe(3);
    expect(evaluate({ min: [3, 1, 2] }, {})).toBe(1);
    expect(evaluate({ "+": [1, "1"] }, {})).toBeNull();
    expect(evaluate({ "/": [1, 0] }, {})).toBeNull();
    expect(evaluate({ "==": [1, "1"] }, {})).toBe(false);
    expect(evaluate({ days: ["2026-02-27", "2026-03-02"] }, {})).toBe(3);
    expect(
      evaluate({ sum: [{ var: "rows" }, "cost"] }, { rows: [{ cost: 3 }, { cost: 4 }, {}] }),
    ).toBe(7);
    expect(
      evaluate({ if: [{ var: "no" }, 1, { var: "yes" }, 2, 3] }, { no: false, yes: true }),
    ).toBe(2);
  });

  test("that nobody may write are refused with the reason", () => {
    expect(objectionsToLogic({ log: ["x"] })[0]).toContain("log is no operator");
    expect(objectionsToLogic({ constructor: ["x"] })[0]).toContain("constructor is no operator");
    expect(objectionsToLogic({ "+": [1], "-": [1] })).toHaveLength(1);
    const deep = Array.from({ length: 30 }).reduce<Logic>((inner) => ({ "!": [inner] }), true);
    expect(objectionsToLogic(deep)[0]).toContain("20 levels");
    expect(objectionsToLogic({ and: Array.from({ length: 300 }, () => true) })[0]).toContain(
      "200 parts",
    );
    expect(namesIn({ and: [{ var: "a" }, { "<": [{ var: "b" }, 3] }] })).toEqual(["a", "b"]);
  });
});
