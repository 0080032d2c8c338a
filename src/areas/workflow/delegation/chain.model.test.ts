import { expect, test } from "vitest";
import {
  allTypes,
  circleOf,
  comingAlong,
  longestPath,
  onward,
  reachedAt,
  type Link,
} from "./chain.model.ts";

const link = (pair: string, over: Partial<Link> = {}): Link => ({
  fromId: pair[0]!,
  toId: pair[1]!,
  from: 0,
  until: 100,
  types: [],
  may: allTypes,
  ...over,
});
const span = { from: 0, until: 100, types: allTypes };
const reached = (
  links: Link[],
  at: number,
  type: (typeof allTypes)[number] = "requisition",
  but: string[] = [],
) => reachedAt(links, "A", type, at, but).map((path) => path.join(""));

test("approvals go on to the first who is there, for as long as each of the delegations holds", () => {
  const links = [
    link("AB", { from: 10, until: 60 }),
    link("BC", { from: 20, until: 90 }),
    link("CD", { from: 30, until: 40 }),
  ];
  expect([5, 10, 19, 20, 30, 40, 59, 60].map((at) => reached(links, at))).toEqual([
    [],
    ["AB"],
    ["AB"],
    ["ABC"],
    ["ABCD"],
    ["ABC"],
    ["ABC"],
    [],
  ]);
  expect(onward(links, "A", span).map((h) => [h.path.join(""), h.from, h.until, h.last])).toEqual([
    ["AB", 10, 60, false],
    ["ABC", 20, 60, false],
    ["ABCD", 30, 40, true],
  ]);
  expect(onward(links, "A", { ...span, from: 45 }).map((h) => h.path.join(""))).toEqual([
    "AB",
    "ABC",
  ]);
});

test("each type goes its own way; who may not decide a type gets it from nobody and hands it to nobody", () => {
  const links = [
    link("AB"),
    link("BC", { types: ["invoice"] }),
    link("BD", { types: ["requisition"], may: ["requisition", "purchaseOrder"] }),
    link("DE"),
  ];
  expect([
    reached(links, 1, "invoice"),
    reached(links, 1, "requisition"),
    reached(links, 1, "paymentRun"),
  ]).toEqual([["ABC"], ["ABDE"], ["AB"]]);
  expect(reached([link("AB", { may: ["requisition"] }), link("BC")], 1, "invoice")).toEqual([]);
});

test("who asked for a document gets it by no chain and hands it to nobody", () => {
  const links = [link("AB"), link("BC"), link("CD")];
  expect([
    reached(links, 1, "requisition", ["D"]),
    reached(links, 1, "requisition", ["C"]),
    reached(links, 1, "requisition", ["B"]),
  ]).toEqual([["ABC"], ["AB"], []]);
});

test("a circle ends where it began and is found before it is closed, where the times and types overlap", () => {
  const links = [link("AB"), link("BC")];
  expect(reached([...links, link("CA")], 1)).toEqual(["ABC"]);
  expect(circleOf(links, "C", "A", span)).toEqual(["A", "B", "C"]);
  expect(circleOf(links, "C", "A", { ...span, from: 100, until: 200 })).toBeNull();
  expect(
    circleOf([link("AB", { types: ["invoice"] }), link("BC")], "C", "A", {
      ...span,
      types: ["requisition"],
    }),
  ).toBeNull();
  expect(circleOf(links, "D", "A", span)).toBeNull();
  // Who may decide what today may change: a circle is one whatever they may.
  expect(circleOf([link("AB", { may: [] }), link("BC")], "C", "A", span)).toEqual(["A", "B", "C"]);
});

test("no path is longer than its bound", () => {
  const links = "ABCDEFGHI".split("").map((id, at) => link(`${id}${"BCDEFGHIJ"[at]!}`));
  expect(reached(links, 1)).toEqual(["ABCDEFGH"]);
  expect(longestPath).toBe(8);
});

test("what was handed to a person comes along with theirs, the nearest first, each once", () => {
  const links = [link("AB"), link("BC"), link("EC"), link("AE"), link("CD", { from: 50 })];
  expect([
    comingAlong(links, "C", span),
    comingAlong(links, "D", { ...span, until: 50 }),
    comingAlong(links, "D", span),
  ]).toEqual([["B", "E", "A"], [], ["C", "B", "E", "A"]]);
});
