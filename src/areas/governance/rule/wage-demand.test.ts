import { expect, test } from "vitest";
import { noAwardPays, wagesTogether, type WageDemand } from "./wage-demand.model.ts";

const yes: WageDemand = { demanded: "yes", because: "23 U.S.C. 113 demands them" };
const no: WageDemand = { demanded: "no", because: "the award says no" };
const notKnown: WageDemand = { demanded: "notKnown", because: "the award does not say" };

test.each<[string, WageDemand[], WageDemand]>([
  ["no award at all", [], noAwardPays],
  ["one that says no", [no], no],
  ["one that demands them, and two that do not", [no, yes, notKnown], yes],
  ["one that does not say, beside a no", [no, notKnown], notKnown],
  ["the same word twice", [yes, yes], yes],
])("awards that pay together: %s", (_of, demands, expected) => {
  expect(wagesTogether(demands)).toEqual(expected);
});

test("two that demand them are both named", () => {
  const other: WageDemand = { demanded: "yes", because: "49 U.S.C. 47112(b) demands them" };
  expect(wagesTogether([yes, other]).because).toBe(
    "23 U.S.C. 113 demands them; 49 U.S.C. 47112(b) demands them",
  );
});
