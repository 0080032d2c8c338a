import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fits, objectionToPattern } from "./pattern.model.ts";

describe("patterns", () => {
  test("of everyday forms are taken, those that can hang are refused", () => {
    for (const pattern of [
      String.raw`\d{5}(-\d{4})?`,
      "[A-Z]{2}-[0-9]+",
      String.raw`\(?\d{3}\)?[ -]?\d{3}-?\d{4}`,
    ])
      expect(objectionToPattern(pattern), pattern).toBeNull();
    for (const pattern of [
      "(a+)+",
      "(a|a)*",
      "a*a*a*b",
      "(?=a)a",
      String.raw`(a)\1`,
      "a{0,200}a{0,200}a{0,200}",
      "(a{2,9}){3}",
      "(",
      "a?".repeat(30),
    ])
      expect(objectionToPattern(pattern), pattern).not.toBeNull();
    expect(objectionToPattern("a*a*a*b")).toBe(
      "This pattern could take very long on some answers. Use fewer *, + and ?.",
    );
    expect(objectionToPattern("[z-a]")).toBe("This is no regular expression.");
    expect(fits(String.raw`\d{5}`, "12345")).toBe(true);
    expect(fits(String.raw`\d{5}`, "123456")).toBe(false);
  });

  test("that are taken answer at once, whatever the text", () => {
    const piece = fc.constantFrom(
      "a",
      "[ab]",
      "b",
      "a*",
      "a+",
      "[ab]*",
      "(a|b)",
      "(a)?",
      "a{1,40}",
      "b?",
      "|",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const pattern = pieces.join("");
        if (objectionToPattern(pattern) !== null) return;
        const begun = performance.now();
        fits(pattern, `${"a".repeat(198)}c`);
        expect(performance.now() - begun, pattern).toBeLessThan(1_000);
      }),
      { numRuns: 300 },
    );
  });
});
