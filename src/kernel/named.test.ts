import { expect, test } from "vitest";
import { partsOf } from "./named.ts";

test("a sentence is parted at the records that it names, and its words stay", () => {
  const records = [
    { number: "R-10", href: "/b" },
    { number: "R-1", href: "/a" },
    { number: "R-7", href: "/none" },
  ];
  const text = "Reports are open: R-1, R-10.";
  const parts = partsOf(text, records);
  expect(parts.map((p) => p.text).join("")).toBe(text);
  expect(parts.filter((p) => p.href)).toEqual([
    { text: "R-1", href: "/a" },
    { text: "R-10", href: "/b" },
  ]);
  expect(partsOf("Nothing is open.", records)).toEqual([{ text: "Nothing is open.", href: null }]);
});
