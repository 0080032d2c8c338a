import fc from "fast-check";
import { expect, test } from "vitest";
import type { Logic } from "#kernel/logic/logic.ts";
import { formulaText, mostFormula, readFormula } from "./formula.model.ts";

const ruleOf = (text: string): Logic | undefined => {
  const read = readFormula(text);
  return "rule" in read ? read.rule : undefined;
};
const problemOf = (text: string): string => {
  const read = readFormula(text);
  return "problem" in read ? read.problem : "";
};

test("a formula is read in the order in which arithmetic is done", () => {
  const [length, area] = [{ var: "length" }, { var: "area" }];
  expect(ruleOf("length / 6.25 + 1")).toEqual({ "+": [{ "/": [length, 6.25] }, 1] });
  expect(ruleOf("1 + length / 6.25")).toEqual({ "+": [1, { "/": [length, 6.25] }] });
  expect(ruleOf("(1 + length) × 2 ÷ 3")).toEqual({
    "/": [{ "*": [{ "+": [1, length] }, 2] }, 3],
  });
  expect(ruleOf("10 - 4 - 3")).toEqual({ "-": [{ "-": [10, 4] }, 3] });
  expect(ruleOf("-length")).toEqual({ "-": [length] });
  expect(ruleOf("max(area, 100)")).toEqual({ max: [area, 100] });
  expect(ruleOf("if(length > 100, 4, min(2, 3))")).toEqual({
    if: [{ ">": [length, 100] }, 4, { min: [2, 3] }],
  });
});

test("what cannot be read is said in words, with the place", () => {
  expect(problemOf("  ")).toBe("Write how much of it there is.");
  expect(problemOf("length &")).toBe("“&” is not understood.");
  expect(problemOf("length +")).toBe("A number or a variable is missing at the end.");
  expect(problemOf("* 2")).toBe("A number or a variable is missing before “*”.");
  expect(problemOf("(length")).toBe("“)” is missing at the end.");
  expect(problemOf("(length 2")).toBe("“)” is missing before “2”.");
  expect(problemOf("length 2")).toBe("“2” is one too many.");
  expect(problemOf("round(length)")).toBe("“round” cannot be called. There are: min, max, if.");
  expect(problemOf("if(length, 1, 2)")).toBe(
    "“if” begins with a comparison: if(length > 100, 4, 2).",
  );
  expect(problemOf("if(length > 1, 2)")).toBe(
    "“if” has three parts: a comparison, what holds then, and what holds else.",
  );
  expect(problemOf("1".repeat(mostFormula + 1))).toBe("A formula has 500 characters at most.");
});

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 9999 }).map((n) => n / 100),
  fc.constantFrom("length", "area", "runs").map((name) => ({ var: name })),
);
const rules = fc.letrec<{ rule: Logic }>((tie) => ({
  rule: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom("+", "-", "*", "/"), tie("rule"), tie("rule"))
      .map(([sign, a, b]): Logic => ({ [sign]: [a, b] })),
    tie("rule").map((a): Logic => ({ "-": [a] })),
    fc
      .tuple(fc.constantFrom("min", "max"), fc.array(tie("rule"), { minLength: 1, maxLength: 3 }))
      .map(([name, args]): Logic => ({ [name]: args })),
    fc
      .tuple(
        fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
        fc.array(tie("rule"), { minLength: 4, maxLength: 4 }),
      )
      .map(([sign, [a, b, c, d]]): Logic => ({ if: [{ [sign]: [a!, b!] }, c!, d!] })),
  ),
})).rule;

test("a rule is written so that it is read as the same rule again", () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const text = formulaText(rule);
      fc.pre(text.length <= mostFormula);
      expect(ruleOf(text)).toEqual(rule);
    }),
    { numRuns: 500 },
  );
});

test("values can stand in place of names", () => {
  const text = formulaText(ruleOf("length / 6.25 + runs")!, (key) =>
    key === "runs" ? "2" : "240",
  );
  expect(text).toBe("240 / 6.25 + 2");
  expect(formulaText(null)).toBe("");
});
