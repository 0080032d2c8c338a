import { expect, test } from "vitest";
import { fileLines, lacking, settled, type FileElement, type FileHead } from "./purchase-file.ts";

const head: FileHead = {
  method: "simplified",
  underContract: false,
  issued: true,
  twoWay: false,
  ended: true,
  cancelled: false,
};
const part = (element: FileElement) => ({
  orderId: "1",
  element,
  said: "It says so.",
  on: null,
  shown: [],
  records: [],
});
const statesOf = (of: Partial<FileHead>, held: readonly FileElement[] = []) =>
  Object.fromEntries(
    fileLines({ ...head, ...of }, held.map(part)).map(({ element, state }) => [element, state]),
  );
const neededOf = (of: Partial<FileHead>) =>
  Object.entries(statesOf(of)).flatMap(([element, state]) =>
    state === "missing" ? [element] : [],
  );

const four = ["method", "contractType", "selection", "price"];
const after = ["order", "receipt", "invoice", "payment"];

// Typed from the regulation: 2 CFR 200.318(i) with 200.320.
test.each([
  ["micro_purchase", ["method", "contractType", "price", ...after]],
  ["simplified", [...four, "answers", ...after]],
  ["sealed_bid", [...four, "notice", "answers", "award", ...after]],
  ["proposal", [...four, "notice", "answers", "award", ...after]],
  ["noncompetitive", [...four, ...after]],
])("the file of a closed purchase by %s needs these elements", (method, needed) => {
  expect(neededOf({ method })).toEqual(needed);
});

test("a purchase without a method needs what the strictest one needs", () => {
  expect(neededOf({ method: null })).toEqual(neededOf({ method: "sealed_bid" }));
});

test("an order under a contract needs the contract, and no competition of its own", () => {
  expect(neededOf({ method: "simplified", underContract: true })).toEqual([
    ...four,
    "contract",
    ...after,
  ]);
});

test("a rule says why a paper is not needed", () => {
  const said = (of: Partial<FileHead>, element: FileElement) =>
    fileLines({ ...head, ...of }, []).find((line) => line.element === element)!.said;
  expect(said({}, "contract")).toBe("The order is the contract: none stands above it.");
  expect(said({ twoWay: true }, "receipt")).toBe(
    "Nothing is received under it: it is paid by the order and the bill.",
  );
});

test("what is not needed and is there stands in the file", () => {
  expect(statesOf({ method: "micro_purchase" }, ["selection"]).selection).toBe("present");
});

test("what follows from the order is still to come while it is under way", () => {
  const open = statesOf({ ended: false });
  expect(after.map((element) => open[element])).toEqual(after.map(() => "later"));
  expect(statesOf({ cancelled: true }).invoice).toBe("not_needed");
  expect(statesOf({ twoWay: true }).receipt).toBe("not_needed");
});

test("each missing element says who owes it, each that is not needed by which rule", () => {
  for (const method of ["micro_purchase", "simplified", "sealed_bid", "noncompetitive"])
    for (const line of fileLines({ ...head, method }, [])) {
      if (line.state === "missing") expect(line.said).toMatch(/ owes /);
      if (line.state === "not_needed") expect(line.said).toMatch(/2 CFR|contract/);
    }
});

test("only the four elements of 2 CFR 200.318(i) make a file incomplete", () => {
  const of = (held: readonly FileElement[]) => lacking(fileLines(head, held.map(part)));
  expect(of([])).toEqual(four);
  expect(of(["method", "price", "selection", "contractType"])).toEqual([]);
  expect(of(["method", "selection", "contractType", "invoice"])).toEqual(["price"]);
});

test("a file is frozen once its order is over and what was billed is paid", () => {
  expect(settled(head, [part("order")])).toBe(true);
  expect(settled({ ...head, ended: false }, [part("order")])).toBe(false);
  expect(settled(head, [part("payment"), { ...part("invoice"), open: true }])).toBe(false);
});
