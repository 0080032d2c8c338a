import { clampChroma, converter, formatHex, wcagContrast } from "culori";

/** Two colours as an agency chooses them, `#rrggbb`. SPEC 3: until then #3B82F6 and #1E40AF. */
export type Colors = { primaryColor: string; secondaryColor: string };
export const defaultColors: Colors = { primaryColor: "#3B82F6", secondaryColor: "#1E40AF" };

/** What the colours of one theme become: tokens of the stylesheet by name. */
export type Tokens = {
  accent: string;
  link: string;
  focus: string;
  fill: string;
  "fill-hover": string;
  band: string;
  "on-band": string;
};
export type Look = { dark: Tokens; light: Tokens };

/** WCAG 2.2, 1.4.3: text of any size. */
const readable = 4.5;
const white = "#ffffff";
/** The surfaces on which text stands, as the stylesheet has them. */
export const surfaces = {
  dark: ["#090e18", "#111722", "#1a212d", "#242b39"],
  light: ["#faf9f6", "#ffffff", "#f1f4f8", "#e5eaf0"],
} as const;

const toOklch = converter("oklch");
const steps = 400;

/** The colour at a lightness of OKLCH (0 to 1); as much of its chroma as screens can show. */
const atLightness = (color: string, lightness: number): string => {
  const base = toOklch(color)!;
  return formatHex(clampChroma({ ...base, l: lightness }, "oklch"))!;
};

const reads = (color: string, over: readonly string[]) =>
  over.every((surface) => wcagContrast(color, surface) >= readable);

/** The nearest lightness, lighter or darker, at which the colour reads on all of these. */
const solved = (color: string, over: readonly string[], toward: "lighter" | "darker"): string => {
  const start = toOklch(color)!.l;
  const step = (toward === "lighter" ? 1 - start : -start) / steps;
  for (let at = 0; at <= steps; at += 1) {
    const candidate = at === 0 ? formatHex(color)! : atLightness(color, start + step * at);
    if (reads(candidate, over)) return candidate;
  }
  return toward === "lighter" ? white : "#000000";
};

const darker = (color: string, by: number): string =>
  atLightness(color, Math.max(0, toOklch(color)!.l - by));

const inkOf = (band: string): string => (wcagContrast(white, band) >= readable ? white : "#000000");

const tokensOf = ({ primaryColor, secondaryColor }: Colors, theme: keyof Look): Tokens => {
  const toward = theme === "dark" ? "lighter" : "darker";
  const fill = solved(primaryColor, [white], "darker");
  const link = solved(primaryColor, surfaces[theme], toward);
  const band = formatHex(secondaryColor)!;
  return {
    accent: link,
    link,
    focus: link,
    fill,
    "fill-hover": darker(fill, 0.06),
    band,
    "on-band": inkOf(band),
  };
};

/**
 * Both themes from two colours: hue and chroma stay, the lightness is solved in OKLCH until text on
 * every surface, and white on every button, has a contrast of 4.5.
 */
export const lookOf = (colors: Colors): Look => ({
  dark: tokensOf(colors, "dark"),
  light: tokensOf(colors, "light"),
});

const rules = (selector: string, tokens: Tokens) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";")}}`;

/** The look as a stylesheet over the product's tokens. */
export const stylesheetOf = (look: Look): string =>
  `${rules(":root:root", look.dark)}\n${rules('[data-theme="light"][data-theme="light"]', look.light)}\n`;
