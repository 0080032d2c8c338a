import { expect, test } from "vitest";
import { refuseKeys } from "./changes.ts";
import { faultsOf, refusalOf } from "./faults.ts";
import { keyActions } from "./registry.ts";

test.each([
  ["Mod+T", "Browsers keep Ctrl+T for themselves and never hand it to a page."],
  ["Mod+C", "Ctrl+C does something in every browser that people rely on. Choose another."],
  ["Mod+K", null],
])("the keys %s are refused by %s", (keys, reason) => {
  expect(refusalOf(keys)).toBe(reason);
});

test("a page is reached by two letters or with Ctrl, and keys that cannot be had are refused by their action", () => {
  const page = keyActions.find((each) => each.where === "anywhere" && each.to !== undefined)!;
  const reason = "Use two letters after each other here (G D), or Ctrl with one.";
  expect(faultsOf({ [page.id]: "X" })).toEqual({ [page.id]: reason });
  expect(() => refuseKeys({ [page.id]: "X" }, null)).toThrow(
    expect.objectContaining({
      code: "keys",
      message: reason,
      errors: [{ path: `keys.${page.id}`, message: reason }],
    }),
  );
});
