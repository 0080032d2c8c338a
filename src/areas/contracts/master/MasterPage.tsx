import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { CeilingStrip } from "../contract/CeilingStrip.tsx";
import { contractStatuses } from "../contract/contract.labels.ts";
import type { Lot, MasterDetail } from "./master.model.ts";

const insurance = (lot: Lot): string =>
  lot.lacking.length > 0
    ? counted(lot.lacking.length, "thing") + " missing"
    : lot.insuranceRequired
      ? "demanded"
      : "not demanded";

const parts: readonly LinePart<Lot>[] = [
  { label: "Lot", words: true, cell: (l) => l.lotNo },
  {
    label: "Vendor and what it is for",
    as: "title",
    cell: (l) => (
      <>
        <Link to={pathTo("contract", { id: l.id })}>{l.vendor}</Link>
        <small className="block text-t2">
          {l.number} · {l.title}
        </small>
      </>
    ),
  },
  {
    label: "Status",
    words: true,
    cell: (l) => <StatusBadge statuses={contractStatuses} status={l.status} />,
  },
  { label: "Signed", words: true, cell: (l) => (l.signedOn ? formatDate(l.signedOn) : "—") },
  { label: "Insurance", words: true, cell: insurance },
  { label: "Ends", words: true, cell: (l) => formatDate(l.endsOn) },
  { label: "Drawn, $", cell: (l) => formatCents(l.drawn, { symbol: false }) },
  { label: "Ceiling, $", as: "amount", cell: (l) => formatCents(l.ceiling, { symbol: false }) },
];

const finding = (m: MasterDetail): string => {
  const own = m.members
    .filter((lot) => lot.status !== "cancelled")
    .reduce((n, lot) => n + lot.ceiling, 0);
  if (m.lots === 0) return "No lot yet: add the first one.";
  const who = `${counted(m.lots, "lot")} with ${counted(m.vendors, "vendor")}`;
  return own > m.ceiling
    ? `${who}. Their own ceilings come to ${formatCents(own)}; together they may draw ${formatCents(m.ceiling)}.`
    : `${who}. Their own ceilings come to ${formatCents(own)}, within the ${formatCents(m.ceiling)} over all.`;
};

/** One contract number with its lots: what stands over all of them, and how each stands. */
export default function MasterPage() {
  const { id = "" } = useParams();
  const { data: m, error, isPending } = useRecord<MasterDetail>("/api/v1/contract-masters", id);
  if (isPending) return <RecordSkeleton />;
  if (!m) return <ErrorPanel error={error} what="This contract" />;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <div className="mr-auto">
          <p className="mono text-t2">{m.number}</p>
          <h1>{m.title}</h1>
          <p className="text-t2">{finding(m)}</p>
        </div>
        {m.canEdit && (
          <span className="flex flex-wrap gap-2">
            {m.settled === null && (
              <Link className="btn" to={pathTo("contractMasterEdit", { id })}>
                Edit
              </Link>
            )}
            <Link className="btn btn-primary" to={`${pathTo("contractNew")}?masterId=${id}`}>
              Add a lot
            </Link>
          </span>
        )}
      </div>
      <Panel title="Ceiling over all lots">
        <CeilingStrip contract={m} />
        {m.settled && <p className="mt-2 text-13 text-t2">{m.settled}</p>}
      </Panel>
      {m.members.length > 0 && (
        <Panel title="Lots" flush>
          <LineTable
            label={`Lots of ${m.number}`}
            parts={parts}
            lines={m.members}
            keyOf={(l) => l.id}
            across={3}
          />
        </Panel>
      )}
    </div>
  );
}
