/** How long a chart reaches back, and by what it is drawn. */
export const seriesSpans = {
  hours: { label: "Three hours", hours: 3, roll: "reading" },
  day: { label: "A day", hours: 26, roll: "minute" },
  week: { label: "A week", hours: 24 * 7, roll: "hour" },
  quarter: { label: "Ninety days", hours: 24 * 90, roll: "day" },
} as const;
export type SeriesSpan = keyof typeof seriesSpans;
export type Roll = (typeof seriesSpans)[SeriesSpan]["roll"];
