import { History, Pencil } from "lucide-react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { VarianceRow } from "./variance.model.ts";

const nameOf = ({ fund, department }: VarianceRow) => `${fund}, ${department}`;

type Take = (row: VarianceRow) => void;

/** The words as they stand; where the row differs by another amount since, that is said. */
function Words({ row, running }: { row: VarianceRow; running: boolean }) {
  const { timeZone } = useAgency();
  const { needed, written, varianceCents } = row;
  const none = needed ? "Not explained" : running ? "Not asked yet" : "Not needed";
  if (!written) return <span className="text-t2">{none}</span>;
  const { explanation, writtenBy, writtenAt } = written;
  return (
    <>
      <p className="max-w-prose whitespace-pre-line">{explanation}</p>
      <p className="text-12 text-t3">
        {[writtenBy, formatInstant(writtenAt, timeZone)].filter(Boolean).join(", ")}
        {written.varianceCents !== varianceCents &&
          `; written when it differed by ${formatCents(written.varianceCents)}`}
      </p>
    </>
  );
}

function Buttons({ row, explain, look }: { row: VarianceRow; explain: Take | null; look: Take }) {
  return (
    <span className="flex flex-wrap gap-2">
      {explain && (
        <button type="button" className="btn btn-small" onClick={() => explain(row)}>
          <Pencil aria-hidden="true" />
          {row.written ? "Change" : "Explain"}
          <span className="sr-only">: {nameOf(row)}</span>
        </button>
      )}
      {row.written && (
        <button type="button" className="btn btn-small" onClick={() => look(row)}>
          <History aria-hidden="true" />
          History
          <span className="sr-only">: {nameOf(row)}</span>
        </button>
      )}
    </span>
  );
}

/** Rows of the budgetary comparison with why they differ; what is not explained stands first. */
export function VarianceTable({
  rows,
  running,
  explain,
  look,
}: {
  rows: readonly VarianceRow[];
  /** The fiscal year still runs. */
  running: boolean;
  explain: Take | null;
  look: Take;
}) {
  return (
    <LineTable
      label="Rows of the budgetary comparison"
      lines={rows}
      keyOf={(row) => `${row.fundId}${row.departmentId}`}
      across={2}
      parts={[
        {
          label: "Fund and department",
          as: "title",
          cell: (row) => (
            <>
              {row.department}
              <span className="block text-13 font-normal text-t2">{row.fund}</span>
            </>
          ),
        },
        { label: "Final budget", cell: (row) => formatCents(row.budgetCents) },
        {
          label: "Budget less actual",
          as: "amount",
          cell: (row) =>
            row.opens ? (
              <Link className="tnum" to={row.opens}>
                {formatCents(row.varianceCents)}
              </Link>
            ) : (
              formatCents(row.varianceCents)
            ),
        },
        { label: "Of the budget", cell: (row) => (row.percent === null ? "–" : `${row.percent}%`) },
        { label: "Why it differs", words: true, cell: (row) => <Words {...{ row, running }} /> },
        { label: "", as: "badge", cell: (row) => <Buttons {...{ row, explain, look }} /> },
      ]}
    />
  );
}
