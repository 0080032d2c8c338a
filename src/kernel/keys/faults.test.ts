import { expect, test } from "vitest";
import { refusalOf } from "./faults.ts";

test.each([
  ["Mod+T", "Browsers keep Ctrl+T for themselves and never hand it to a page."],
  ["Mod+C", "Ctrl+C does something in every browser that people rely on. Choose another."],
  ["Mod+K", null],
])("the keys %s are refused by %s", (keys, reason) => {
  expect(refusalOf(keys)).toBe(reason);
});
