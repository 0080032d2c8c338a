import { expect, test } from "vitest";
import { judgeEnds } from "./people-checks.model.ts";

const names = { a: "Ann Archer", b: "Ben Blum", c: "Cy Cole" };
const of = (ordered: string[], approved: string[], received: string[]) =>
  judgeEnds({ ordered, approved, received, names });

test("three people on three ends meet it, two on two as well", () => {
  expect(of(["a"], ["b"], ["c"]).answer).toBe("pass");
  expect(of(["a"], [], ["c"]).answer).toBe("pass");
  expect(of(["a"], ["b"], []).answer).toBe("pass");
});

test("one person on two ends breaks it and is named; on all three ends, three times", () => {
  expect(of(["a"], ["b"], ["a"])).toEqual({
    answer: "fail",
    said: "Ann Archer ordered and received it.",
  });
  expect(of(["a"], ["b"], ["b", "c"]).said).toBe("Ben Blum approved and received it.");
  expect(of(["a"], ["a"], ["a"]).said).toBe(
    "Ann Archer ordered and approved it. Ann Archer ordered and received it. Ann Archer approved and received it.",
  );
  expect(of(["d"], [], ["d"]).said).toBe("A former member ordered and received it.");
});

test("what has not gone out, or was touched by one person alone, has no two ends", () => {
  expect(of([], ["b"], []).answer).toBe("not_applicable");
  expect(of(["a"], [], []).answer).toBe("not_applicable");
});
