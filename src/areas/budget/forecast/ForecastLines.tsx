import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ForecastAnswer, ForecastRow } from "./forecast.api.model.ts";
import { isShort } from "./finding.labels.ts";
import { methods, methodWords, offBesideNaive, percentOff } from "./forecast.labels.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
/** The address of a new transfer that brings a line what it will lack. */
const proposalOf = (row: ForecastRow, fiscalYearId: string): string => {
  const query = new URLSearchParams({
    line: row.accountStringId,
    fiscalYearId,
    cents: String(row.forecast.cents - row.budget),
    title: `${row.code} is bound to run out`,
    reason: `The forecast (${methods[row.forecast.method].toLowerCase()}) says ${formatCents(row.forecast.cents)}; the revised budget is ${formatCents(row.budget)}.`,
  });
  return `${pathTo("budgetAmendmentNew")}?${query}`;
};

const chosenWords = {
  won: "It was off least when past years were forecast month by month.",
  naive: "Nothing beat the naive method in past years, so the naive one is used.",
  untested: "There are too few past years to test any method.",
} as const;

function Details({ row, onClose }: { row: ForecastRow; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={row.code}
      description={`${row.label}: ${methods[row.forecast.method]}. ${chosenWords[row.forecast.chosen]}`}
    >
      <p>
        {methodWords[row.forecast.method]}{" "}
        {row.forecast.raised &&
          `It says less than the ${formatCents(row.forecast.floor ?? 0)} that are spent, open or under contract, so these stand. `}
        Year-end {formatCents(row.forecast.cents)}, between {formatCents(row.forecast.low)} and{" "}
        {formatCents(row.forecast.high)} by its own past errors, and a tenth of what is still to
        come at least.
      </p>
      <LineTable
        label="Methods"
        lines={row.forecast.scores}
        keyOf={(s) => s.method}
        parts={[
          { label: "Method", as: "title", cell: (s) => methods[s.method] },
          { label: "WAPE", cell: (s) => percentOff(s.wape) },
          {
            label: "Relative error",
            as: "amount",
            cell: (s) => (s.relativeError === null ? "—" : s.relativeError.toFixed(2)),
          },
        ]}
      />
      <p className="mt-2 text-13 text-t2">
        {row.forecast.tested} forecasts of past years. The relative error is the method&apos;s error
        by that of the naive one at the same forecasts: below 1 is better.
      </p>
    </Dialog>
  );
}

const partsOf = (
  open: (row: ForecastRow) => void,
  proposes: boolean,
  fiscalYearId: string,
): readonly LinePart<ForecastRow>[] => [
  {
    label: "Line",
    as: "title",
    cell: (r) => (
      <button type="button" className="link text-left" onClick={() => open(r)}>
        <span className="mono">{r.code}</span> {r.label}
      </button>
    ),
  },
  { label: "Revised, $", cell: (r) => money(r.budget) },
  { label: "Spent, $", cell: (r) => money(r.spent) },
  { label: "Open, $", cell: (r) => money(r.open) },
  { label: "Under contract, $", cell: (r) => (r.bound ? money(r.bound) : "") },
  { label: "Band, $", cell: (r) => `${money(r.forecast.low)} to ${money(r.forecast.high)}` },
  { label: "Year-end, $", as: "amount", cell: (r) => money(r.forecast.cents) },
  {
    label: "Method",
    words: true,
    cell: (r) => (r.forecast.raised ? "What is bound already" : methods[r.forecast.method]),
  },
  {
    label: "Off by, beside naive",
    cell: (r) => offBesideNaive(r.forecast),
  },
  {
    label: "Bound to run out",
    as: "badge",
    cell: (r) =>
      isShort(r) && (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="danger" label={`${formatCents(r.forecast.cents - r.budget)} short`} />
          {proposes && (
            <Link className="btn btn-small" to={proposalOf(r, fiscalYearId)}>
              Propose an amendment
            </Link>
          )}
        </span>
      ),
  },
];

/** The lines of a year with their forecast; those that run out first. */
export function ForecastLines({ answer }: { answer: ForecastAnswer }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<ForecastRow | null>(null);
  const [shortOnly, setShortOnly] = useState(false);
  const short = answer.lines.filter(isShort);
  const rest = answer.lines.filter((r) => !isShort(r));
  return (
    <>
      <label className="mb-3 flex items-center gap-2">
        <input
          type="checkbox"
          checked={shortOnly}
          onChange={(e) => setShortOnly(e.target.checked)}
        />
        Only lines that are bound to run out ({short.length})
      </label>
      <LineTable
        label="Forecasts of the lines"
        parts={partsOf(setOpen, can("amendment.create"), answer.fiscalYearId)}
        lines={shortOnly ? short : [...short, ...rest]}
        keyOf={(r) => r.lineId}
        across={2}
      />
      {open && <Details row={open} onClose={() => setOpen(null)} />}
    </>
  );
}
