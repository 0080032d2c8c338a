// What a year says above its picture, and the picture's figures.
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import type { ChartPoint } from "#web/kit/chart/chartProps.ts";
import type { FindingPart } from "#web/kit/Finding.tsx";
import { shownTons } from "../line/gas.model.ts";
import { causes, type Cause } from "../year/year.labels.ts";
import type { Totals, YearDetail } from "../year/year.model.ts";

const percent = (now: number, then: number): string => {
  const share = Math.abs(((now - then) / then) * 100).toFixed(1);
  return now === then ? "as much as" : `${share} % ${now < then ? "less" : "more"} than`;
};

const against = ({ totals, before, baseYear }: YearDetail): FindingPart[] =>
  [before, baseYear && baseYear.id !== before?.id ? baseYear : null].flatMap((other) =>
    other && other.totals.grams !== 0
      ? [
          {
            text: `${percent(totals.grams, other.totals.grams)} ${other.year}`,
            to: pathTo("carbonYear", { id: other.id }),
          },
        ]
      : [],
  );

/** The year in one sentence: how much, against which years, what waits, and the credits beside it. */
export const findingOf = (year: YearDetail): FindingPart[] => {
  const { totals, missing, twice, creditTons, countedAt, jobId, why } = year;
  if (countedAt === null || jobId !== null)
    return [{ text: `${year.year} is being counted from the records` }];
  return [
    {
      text: `${shownTons(totals.grams)} of CO2e in ${year.year}${year.over ? "" : " so far"}, gross`,
    },
    ...(year.over ? against(year) : []),
    ...(totals.market === null
      ? []
      : [{ text: `${shownTons(totals.market)} with electricity by contract` }]),
    ...(missing > 0 ? [{ text: `${counted(missing, "row is", "rows are")} not counted` }] : []),
    ...(twice > 0 ? [{ text: `${counted(twice, "row is", "rows are")} known twice` }] : []),
    ...(creditTons > 0
      ? [{ text: `${creditTons.toLocaleString("en-US")} t of credits retired beside it` }]
      : []),
    ...(why ? [{ text: `Restated: ${why}` }] : []),
  ];
};

const cellsOf = ({ cells }: Totals, scope: number): Record<string, number> =>
  Object.fromEntries(
    cells.filter((cell) => cell.scope === scope).map(({ quality, grams }) => [quality, grams]),
  );

/** Bars by scope, each of the base year, the year before and this year, split by quality. */
export const barsOf = ({ year, totals, before, baseYear }: YearDetail): ChartPoint[] => {
  const shown = [
    ...(baseYear && baseYear.id !== before?.id ? [baseYear] : []),
    ...(before ? [before] : []),
    { year, totals },
  ].toSorted((a, b) => a.year - b.year);
  return [1, 2, 3].flatMap((scope) =>
    shown.map((one) => ({
      label: `Scope ${scope}, ${one.year}`,
      values: cellsOf(one.totals, scope),
    })),
  );
};

/** The largest part of a year, as the picture's finding. */
export const largestOf = ({ totals }: YearDetail): string => {
  const [scope, grams] = Object.entries(totals.byScope).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  if (!scope || totals.grams <= 0) return "Nothing is counted yet";
  return `Scope ${scope} is ${Math.round((grams! / totals.grams) * 100)} % of ${shownTons(totals.grams)}`;
};

/** What a restatement changed, cause by cause, with its sum. */
export const causesOf = ({ difference }: YearDetail): { cause: string; grams: number }[] =>
  difference === null
    ? []
    : (Object.keys(causes) as Cause[]).map((cause) => ({
        cause: causes[cause],
        grams: difference[cause],
      }));
