import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { ForecastGroup, ForecastRow } from "./forecast.api.model.ts";

type Line = Pick<ForecastRow, "class" | "budget"> & {
  forecast: Pick<ForecastRow["forecast"], "cents" | "high">;
};
type Group = Pick<ForecastGroup, "label" | "budget"> & {
  forecast: Pick<ForecastGroup["forecast"], "cents">;
};

/** Whether a line is forecast to end beyond its budget. */
export const isShort = (line: Line): boolean =>
  line.class === "expenditure" && line.forecast.cents > line.budget;

/** Whether a line ends within its budget, and its band reaches beyond. */
const mayBeShort = (line: Line): boolean =>
  line.class === "expenditure" && !isShort(line) && line.forecast.high > line.budget;

/** What a forecast says will happen and nobody wants: lines that run out, and those that may. */
export const forecastFinding = (lines: readonly Line[]): { text: string }[] => {
  const short = lines.filter(isShort);
  const lacking = short.reduce((sum, { budget, forecast }) => sum + forecast.cents - budget, 0);
  const may = lines.filter(mayBeShort).length;
  return [
    ...(short.length > 0
      ? [
          {
            text: `${counted(short.length, "line is", "lines are")} bound to run out, ${formatCents(lacking)} short`,
          },
        ]
      : []),
    ...(may > 0
      ? [{ text: `the band of ${counted(may, "more line reaches", "more lines reaches")} beyond` }]
      : []),
  ];
};

/** What the departments' year-ends say: the one that is furthest beyond, else what is left of all. */
export const departmentsFinding = (groups: readonly Group[]): string => {
  const [worst] = groups
    .map((g) => ({ label: g.label, beyond: g.forecast.cents - g.budget }))
    .toSorted((a, b) => b.beyond - a.beyond);
  if (worst && worst.beyond > 0)
    return `${worst.label} ends ${formatCentsShort(worst.beyond)} beyond its budget`;
  const left = groups.reduce((sum, g) => sum + g.budget - g.forecast.cents, 0);
  return `Every department ends within its budget; ${formatCentsShort(left)} is left in all`;
};
