import { formatCents } from "#kernel/money.ts";
import { html } from "#server/pdf/pdf.ts";
import type { Columns } from "./parts.model.ts";

const width = 520;
const label = 170;
const row = 30;

const bar = (at: number, cents: number, most: number, tone: string) => {
  const length = most > 0 ? Math.max(0, ((width - label - 90) * cents) / most) : 0;
  return `<rect x="${label}" y="${at}" width="${length.toFixed(1)}" height="9" fill="${tone}"/><text x="${(label + length + 4).toFixed(1)}" y="${at + 8}" font-size="8">${formatCents(cents, { symbol: false })}</text>`;
};

/**
 * Sums of a book as horizontal bars, the year before in grey above this budget; drawn as SVG, so that
 * page, print and PDF show the same. Its table stands below it.
 */
export const barChart = (title: string, rows: readonly Columns[]): string => {
  if (rows.length === 0) return "";
  const most = Math.max(1, ...rows.flatMap((r) => [r.before, r.cents]));
  const bars = rows
    .map(
      (r, at) =>
        `<text x="0" y="${at * row + 15}" font-size="9">${html(r.label.slice(0, 34))}</text>${bar(at * row + 3, r.before, most, "#b9c2cf")}${bar(at * row + 14, r.cents, most, "#1f5fa8")}`,
    )
    .join("");
  return `<figure><svg viewBox="0 0 ${width} ${rows.length * row}" role="img" aria-label="${html(title)}" font-family="Public Sans,Arial,sans-serif">${bars}</svg><figcaption>${html(title)}: grey the year before, blue this budget, in dollars.</figcaption></figure>`;
};
