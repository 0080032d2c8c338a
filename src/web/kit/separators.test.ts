import { expect, test } from "vitest";
import { separators } from "./separators.ts";

const read = (...parts: string[]) =>
  separators(parts.length)
    .map((mark, at) => `${parts[at]}${mark}`)
    .join("");

test("parts are read as one sentence", () => {
  expect(read()).toBe("");
  expect(read("2 reports are late")).toBe("2 reports are late.");
  expect(read("2 reports are late", "1 award ends")).toBe("2 reports are late and 1 award ends.");
  expect(read("one", "two", "three")).toBe("one, two, and three.");
});
