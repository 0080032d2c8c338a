import { clauseIn } from "./clauses.model.ts";
import { dutiesIn } from "./duties.model.ts";
import { saidIn, type ReadField } from "./said.model.ts";

/** What a labelled case gives: lines of a paper, and what is asked of them. */
export type PaperCase = {
  lines: readonly string[];
  asks: ReadField | "duty" | `clause.${string}`;
};

const placed = (lines: readonly string[]) => lines.map((text) => ({ page: 1, text }));

/** What the agent reads; "none" where it says nothing. */
export const readCase = ({ lines, asks }: PaperCase): string => {
  if (asks === "duty")
    return (
      dutiesIn(placed(lines))
        .map(({ side, recurrence }) => `${side} ${recurrence}`)
        .join(", ") || "none"
    );
  if (asks.startsWith("clause.")) return clauseIn(asks, placed(lines)) ? "there" : "none";
  return saidIn(placed(lines))[asks as ReadField]?.value ?? "none";
};

const first: Readonly<Record<ReadField, RegExp>> = {
  startsOn: /\d{4}-\d{2}-\d{2}|[A-Z][a-z]+ \d{1,2}, \d{4}/,
  endsOn: /\d{4}-\d{2}-\d{2}|[A-Z][a-z]+ \d{1,2}, \d{4}/,
  ceiling: /\$([\d,.]*\d)/,
  optionCount: /(\d+) options?/,
  optionMonths: /(\d+) months/,
  optionNoticeDays: /(\d+) days/,
  optionNoticeMonths: /(\d+) months/,
  retainagePercent: /(\d+) ?%/,
};

/** The obvious way: the first value of the kind that stands in the text, or the words of the title. */
export const firstOf = ({ lines, asks }: PaperCase): string => {
  const text = lines.join(" ");
  if (asks === "duty") return /monthly/.test(text) ? "vendor monthly" : "none";
  if (asks.startsWith("clause."))
    return text.toLowerCase().includes(asks.slice(7).toLowerCase()) ? "there" : "none";
  const found = first[asks as ReadField].exec(text);
  const value = found?.[1] ?? found?.[0];
  if (!value) return "none";
  if (asks === "ceiling") return String(Math.round(Number(value.replaceAll(",", "")) * 100));
  if (asks !== "startsOn" && asks !== "endsOn") return value;
  const at = new Date(`${value} UTC`);
  return Number.isNaN(at.getTime()) ? "none" : at.toJSON().replace(/T.*/, "");
};
