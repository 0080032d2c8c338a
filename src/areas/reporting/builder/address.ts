import type { Day } from "#kernel/time.ts";
import type { Answered, ReportQuestion } from "../figure/figure.model.ts";
import { besides, type Beside } from "../figure/beside.labels.ts";
import { besideEachOther } from "../figure/finding.labels.ts";
import { chartKinds, type ChartKind } from "../report/report.labels.ts";

/** What the address of the builder holds: the question, how it is shown, and which report it came of. */
export type Asked = ReportQuestion & {
  chart: ChartKind;
  report: string | null;
  ready: string | null;
};

const several = (text: string | null) => (text ?? "").split(",").filter(Boolean);

/** The question of an address; none is asked while it names no figure. */
export const askedOf = (search: URLSearchParams): Asked => {
  const where: Record<string, string[]> = {};
  for (const pair of several(search.get("where"))) {
    const at = pair.indexOf(":");
    (where[pair.slice(0, at)] ??= []).push(pair.slice(at + 1));
  }
  const chart = search.get("chart") ?? "";
  return {
    measures: several(search.get("measures")),
    by: several(search.get("by")),
    where,
    ...(Object.hasOwn(besides, search.get("beside") ?? "") && {
      beside: search.get("beside") as Beside,
    }),
    ...(search.get("posted") && { posted: search.get("posted") as Day }),
    ...(search.get("known") && { known: search.get("known")! }),
    ...(search.get("order") && { order: search.get("order")! }),
    period: (search.get("period") ?? "fiscal-year") as ReportQuestion["period"],
    chart: Object.hasOwn(chartKinds, chart) ? (chart as ChartKind) : "bar",
    report: search.get("report"),
    ready: search.get("ready"),
  };
};

/** What the server is asked for a question, in a stable order. */
export const queryOf = (question: ReportQuestion): string => {
  const { measures, by, where, period, posted, known, beside, order } = question;
  const pairs = Object.entries(where).flatMap(([id, values]) => values.map((v) => `${id}:${v}`));
  return new URLSearchParams({
    measures: measures.join(","),
    ...(by.length > 0 && { by: by.join(",") }),
    ...(pairs.length > 0 && { where: pairs.join(",") }),
    period,
    ...(posted && { posted }),
    ...(known && { known }),
    ...(beside && { beside }),
    ...(order && { order }),
  }).toString();
};

/** The address of the builder for a question. */
export const builderAddress = (
  question: ReportQuestion,
  chart: ChartKind,
  from: { report?: string | null; ready?: string | null } = {},
): string => {
  const more = new URLSearchParams({
    chart,
    ...(from.report && { report: from.report }),
    ...(from.ready && { ready: from.ready }),
  });
  return `/enhanced-reporting?${queryOf(question)}&${more.toString()}`;
};

/**
 * The points and series of a chart: rows along the first part, the second part as series where one
 * figure is parted by two, else the figures of the first one's unit.
 */
export const chartOf = ({ by, measures, rows }: Answered) => {
  const unit = measures[0]!.unit;
  if (by.length > 1 && measures.length === 1) {
    const series = [...new Set(rows.map((row) => row.names[1]!))];
    const labels = [...new Set(rows.map((row) => row.names[0]!))];
    return {
      series: series.map((label) => ({ id: label, label })),
      points: labels.map((label) => ({
        label,
        values: Object.fromEntries(
          series.map((each) => {
            const cells = rows.filter((row) => row.names[0] === label && row.names[1] === each);
            return [
              each,
              // What is no sum is not added up for a picture.
              cells.length > 1 && (unit === "percent" || unit === "days")
                ? null
                : cells.length
                  ? cells.reduce((n, row) => n + (row.cells[0]!.value ?? 0), 0)
                  : null,
            ];
          }),
        ),
      })),
    };
  }
  const shown = besideEachOther(measures).flatMap((each, at) =>
    each.unit === unit ? [{ ...each, at }] : [],
  );
  return {
    series: shown.map(({ id, label }) => ({ id, label })),
    points: rows.map((row) => ({
      label: row.names.join(", "),
      values: Object.fromEntries(shown.map(({ id, at }) => [id, row.cells[at]!.value])),
    })),
  };
};
