import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const blockOf = (selector: string): Map<string, string> => {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([a-z0-9-]+):\s*(#[0-9A-Fa-f]{6})\b/g)].map(([, name, value]) => [
      name ?? "",
      value ?? "",
    ]),
  );
};
const themes = { dark: blockOf(":root"), light: blockOf('[data-theme="light"]') };

/** Relative luminance of WCAG 2.2. */
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

const surfaces = ["canvas", "s1", "s2", "s3"];
const tones = ["neutral", "info", "progress", "success", "warning", "danger", "emergency"];
const text: [string, string][] = [
  ...["t1", "t2", "t3", "link"].flatMap((fg) => surfaces.map((bg): [string, string] => [fg, bg])),
  ...tones.map((tone): [string, string] => [tone, `${tone}-bg`]),
  // Status colours also stand as text on plain surfaces: clocks, checks, field errors.
  ...["success", "warning", "danger", "emergency"].flatMap((fg) =>
    ["canvas", "s1", "s2"].map((bg): [string, string] => [fg, bg]),
  ),
  ...["fill", "fill-hover", "danger-fill", "danger-hover"].map((bg): [string, string] => [
    "on-fill",
    bg,
  ]),
  ...tones.map((tone): [string, string] => ["t2", `${tone}-bg`]),
  ["canvas", "t1"],
];
const graphics: [string, string][] = [
  ...["ctl", "focus", "accent"].flatMap((fg) =>
    ["canvas", "s1"].map((bg): [string, string] => [fg, bg]),
  ),
  ...[1, 2, 3, 4, 5, 6].map((n): [string, string] => [`chart-${n}`, "s1"]),
];

describe.each(Object.entries(themes))("contrast in the %s theme", (_, tokens) => {
  const ratio = (fg: string, bg: string): number => {
    const [a, b] = [tokens.get(fg), tokens.get(bg)];
    if (!a || !b) throw new Error(`No such token: ${fg} or ${bg}`);
    return contrast(a, b);
  };
  it.each(text)("text %s on %s is at least 4.5", (fg, bg) =>
    expect(ratio(fg, bg)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(graphics)("graphic %s on %s is at least 3", (fg, bg) =>
    expect(ratio(fg, bg)).toBeGreaterThanOrEqual(3),
  );
});

it("prints the statuses and charts in the light theme's colours", () => {
  const print = readFileSync(new URL("./print.css", import.meta.url), "utf8");
  const printed = new Map(
    [...print.matchAll(/--([a-z0-9-]+):\s*(#[0-9A-Fa-f]{6})\b/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const names = [
    ...tones.flatMap((tone) => [tone, `${tone}-bg`]),
    ...[1, 2, 3, 4, 5, 6].map((n) => `chart-${n}`),
  ];
  expect(names.map((name) => [name, printed.get(name)])).toEqual(
    names.map((name) => [name, themes.light.get(name)]),
  );
});

it("measures as WCAG does", () => {
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
  expect(contrast("#3B82F6", "#FFFFFF")).toBeCloseTo(3.68, 2);
});
