import { expect, test } from "vitest";
import { names, options } from "./labels.ts";

test("a map of labels gives its values and its options, in its order", () => {
  const statuses = { open: { label: "Open", tone: "info" }, closed: { label: "Closed" } };
  expect(names(statuses)).toEqual(["open", "closed"]);
  expect(options(statuses)).toEqual([
    { value: "open", label: "Open" },
    { value: "closed", label: "Closed" },
  ]);
  expect(options({ each: "A piece" })).toEqual([{ value: "each", label: "A piece" }]);
});
