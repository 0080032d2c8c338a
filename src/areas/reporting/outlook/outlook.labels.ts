import { formatDate } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { CashWeek, OutlookRow, UnwantedRow } from "./outlook.model.ts";

type Unit = OutlookRow["unit"];

/** A value of a series in full: dollars and cents, or a count. */
export const figure = (unit: Unit, value: number): string =>
  unit === "cents"
    ? formatCents(Math.round(value))
    : Math.round(value).toLocaleString("en-US", { maximumFractionDigits: 0 });

/** The same, short, for charts and tables. */
export const figureShort = (unit: Unit, value: number): string =>
  unit === "cents" ? formatCentsShort(Math.round(value)) : figure(unit, value);

const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];
/** A month (`YYYY-MM`) as `Mar 2027`. */
export const monthWords = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** A month as `Mar 2027`, a week by its Monday. */
export const stepWords = (every: "month" | "week", step: string): string =>
  every === "month" ? monthWords(step) : `week of ${formatDate(day(step))}`;

/** Why a method was chosen, in a sentence. */
export const chosenWords = {
  beats:
    "It beats the naive forecast by a test that allows for chance and for how many methods were tried.",
  naive: "No method is proven better than the naive one, so the naive one is shown.",
  untested: "The past is too short to tell methods apart, so the naive one is shown.",
} as const;

/** The same in two words, for a table. */
export const chosenShort = {
  beats: "Beats naive",
  naive: "Nothing beats naive",
  untested: "Too short to test",
} as const;

/** Why nothing is said of a series: how much of it there is, and how much it takes. */
export const tooShort = ({
  has,
  needs,
  every = "month",
}: {
  has: number;
  needs: number;
  every?: "month" | "week";
}): string =>
  `${counted(has, every)} of it ${has === 1 ? "is" : "are"} known; a forecast needs ${needs}, ${
    every === "month" ? "two whole seasons" : "half a year"
  }.`;

/** What stands first: how much of what nobody wants is seen coming, and the worst. */
export const outlookFinding = (rows: readonly UnwantedRow[]): { text: string; to?: string }[] => {
  const [worst] = rows;
  if (!worst) return [];
  const rest = rows.length - 1;
  return [
    { text: worst.text, to: worst.opens },
    ...(rest > 0 ? [{ text: `${counted(rest, "more thing")} that nobody wants` }] : []),
  ];
};

/** What thirteen weeks of dated records come to. */
export const cashFinding = (
  weeks: readonly CashWeek[],
  lowest: number,
  onHand: boolean,
): string => {
  const goes = weeks.reduce((all, week) => all + week.goes, 0);
  const comes = weeks.reduce((all, week) => all + week.comes, 0);
  const flow = `${formatCents(goes)} goes out and ${formatCents(comes)} comes in`;
  if (goes === 0 && comes === 0)
    return "Nothing that is recorded goes out or comes in for 13 weeks";
  if (!onHand)
    return lowest < 0
      ? `For 13 weeks ${formatCents(-lowest)} must be on hand: ${flow}`
      : `In 13 weeks ${flow}`;
  return lowest < 0
    ? `Cash falls short by ${formatCents(-lowest)}: ${flow}`
    : `Cash holds for 13 weeks, ${formatCents(lowest)} at the least: ${flow}`;
};
