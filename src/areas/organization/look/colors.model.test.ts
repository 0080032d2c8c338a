import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookOf, stylesheetOf, surfaces } from "./colors.model.ts";

// Relative luminance and contrast of WCAG 2.2, written out here: not by the library that solves.
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, "0")}`);

describe("an agency's colours", () => {
  it("read on every surface of both themes, for 200 drawn pairs", () => {
    fc.assert(
      fc.property(color, color, (primaryColor, secondaryColor) => {
        const look = lookOf({ primaryColor, secondaryColor });
        for (const theme of ["dark", "light"] as const) {
          const tokens = look[theme];
          for (const surface of surfaces[theme])
            for (const text of [tokens.link, tokens.accent, tokens.focus])
              expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
          for (const button of [tokens.fill, tokens["fill-hover"]])
            expect(contrast("#ffffff", button)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(tokens["on-band"], tokens.band)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 200 },
    );
  });
  it("stay as they were chosen where they read already", () => {
    const look = lookOf({ primaryColor: "#1d4ed8", secondaryColor: "#1E40AF" });
    expect(look.light.link).toBe("#1d4ed8");
    expect(look.light.fill).toBe("#1d4ed8");
    expect(look.dark.band).toBe("#1e40af");
    expect(stylesheetOf(look)).toContain("--fill:#1d4ed8");
  });
});
