import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { CodeRow, ProjectCodes } from "./code.model.ts";

const money = (cents: number) => (cents === 0 ? "" : formatCents(cents, { symbol: false }));
const columns = [
  ["asked", "Asked, $"],
  ["ordered", "Ordered, $"],
  ["received", "Received, $"],
  ["billed", "Billed, $"],
  ["paid", "Paid, $"],
  ["withheld", "Withheld, $"],
] as const;

const keyOf = (row: CodeRow): string => row.costCodeId ?? "none";
const nameOf = (row: CodeRow): string => (row.code ? `${row.code} ${row.name}` : row.name);

/** What the codes say, in words: what is over, what bears no code, what nobody distributed, what waits. */
const findingOf = (codes: ProjectCodes, projectId: string): FindingPart[] => {
  const over = codes.rows.filter((r) => r.costCodeId !== null && r.forecast > r.budget);
  const uncoded = codes.rows.find((r) => r.costCodeId === null);
  const open = codes.budget - codes.distributed;
  const words = (show: boolean, text: string, to?: string) => (show ? [{ text, to }] : []);
  return [
    ...words(
      over.length > 0,
      `${over.length === 1 ? nameOf(over[0]!) : counted(over.length, "code")} will exceed the budget by ${formatCents(over.reduce((n, r) => n + r.forecast - r.budget, 0))}`,
      over.length === 1 ? `?code=${keyOf(over[0]!)}` : undefined,
    ),
    ...words(
      (uncoded?.committed ?? 0) !== 0,
      `${formatCents(uncoded?.committed ?? 0)} bears no code`,
      "?code=none",
    ),
    ...words(open > 0, `${formatCents(open)} of the budget is not distributed`),
    ...words(open < 0, `${formatCents(-open)} more is distributed than the budget has`),
    ...words(
      codes.waiting > 0,
      `${counted(codes.waiting, "transfer waits", "transfers wait")} for approval`,
      `${pathTo("costTransfers")}?status=asked&projectId=${projectId}`,
    ),
  ];
};

const partsOf = (
  { totals }: ProjectCodes,
  cellHref: (row: CodeRow, column: string) => string,
  forecast: ((row: CodeRow) => void) | null,
): readonly LinePart<CodeRow>[] => [
  {
    label: "Cost code",
    as: "title",
    cell: (row) => <Link to={cellHref(row, "")}>{nameOf(row)}</Link>,
  },
  {
    label: "Budget, $",
    cell: (row) => money(row.budget),
    sum: formatCents(totals.budget, { symbol: false }),
  },
  ...columns.map(([column, label]) => ({
    label,
    cell: (row: CodeRow) =>
      row[column] === 0 ? "" : <Link to={cellHref(row, column)}>{money(row[column])}</Link>,
    sum: formatCents(totals[column], { symbol: false }),
  })),
  {
    label: "Forecast, $",
    as: "amount",
    cell: (row) => (
      <>
        {forecast && row.costCodeId !== null ? (
          <button
            type="button"
            className="btn btn-quiet btn-small num"
            aria-label={`Forecast of ${nameOf(row)}, ${formatCents(row.forecast)}`}
            onClick={() => forecast(row)}
          >
            {formatCents(row.forecast, { symbol: false })}
          </button>
        ) : (
          formatCents(row.forecast, { symbol: false })
        )}
        {row.typed && <span className="block text-12 text-t2">{row.reason}</span>}
      </>
    ),
  },
];

const chartPoints = (rows: readonly CodeRow[]) =>
  rows.map((row) => ({
    label: row.code || "Not coded",
    values: {
      budget: row.budget,
      ordered: row.ordered,
      billed: row.billed,
      paid: row.paid,
      forecast: row.forecast,
    },
  }));

/** A project's money by cost code: in words, as a picture, and row by row; each figure opens its documents. */
export function CodesSection({
  codes,
  projectId,
  onForecast,
}: {
  codes: ProjectCodes;
  projectId: string;
  onForecast: ((row: CodeRow) => void) | null;
}) {
  const [search] = useSearchParams();
  const cellHref = (row: CodeRow, column: string): string => {
    const next = new URLSearchParams(search);
    next.set("code", keyOf(row));
    if (column) next.set("column", column);
    else next.delete("column");
    return `?${next.toString()}#documents`;
  };
  const parts = findingOf(codes, projectId);
  const over = codes.totals.forecast - codes.budget;
  return (
    <section className="grid gap-3">
      <h2>Money by cost code</h2>
      <Finding
        parts={parts}
        none={
          codes.rows.length
            ? "Every code stays within its budget, and all of the budget is distributed."
            : "No code has a budget yet, and nothing bears one."
        }
      />
      {codes.rows.length > 0 && (
        <>
          <Chart
            finding={
              over > 0
                ? `All codes together are forecast at ${formatCentsShort(over)} above the budget`
                : `All codes together are forecast at ${formatCentsShort(codes.totals.forecast)} of ${formatCentsShort(codes.budget)}`
            }
            kind="bar"
            axis="Cost code"
            format={(cents) => formatCentsShort(cents)}
            series={[
              { id: "budget", label: "Budget" },
              { id: "ordered", label: "Ordered" },
              { id: "billed", label: "Billed" },
              { id: "paid", label: "Paid" },
              { id: "forecast", label: "Forecast" },
            ]}
            points={chartPoints(codes.rows)}
          />
          <LineTable
            label="Money by cost code"
            parts={partsOf(codes, cellHref, onForecast)}
            lines={codes.rows}
            keyOf={keyOf}
            across={3}
            total={{
              label: "All codes",
              amount: formatCents(codes.totals.forecast, { symbol: false }),
            }}
          />
          <p className="text-13 text-t2">
            Where nobody wrote a forecast down it is the budget of the code, or what is asked,
            ordered and billed without an order where that is more.
          </p>
        </>
      )}
      {codes.differs !== 0 && (
        <p className="text-13 text-danger" role="alert">
          These rows together and the ledger differ by {formatCents(codes.differs)}. Tell whoever
          keeps the books.
        </p>
      )}
    </section>
  );
}
