import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { SefaRow } from "./report.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<SefaRow>[] = [
  { label: "Program", as: "title", cell: (r) => `${r.assistanceListing || "—"} ${r.program}` },
  { label: "Grantor", cell: (r) => r.grantor, words: true },
  { label: "Award", cell: (r) => r.awards, words: true },
  { label: "Received, $", cell: (r) => money(r.received) },
  { label: "Expended, $", as: "amount", cell: (r) => money(r.expended) },
];

/** The schedule of expenditures of federal awards of the days that are chosen. */
export function Sefa() {
  const year = new Date().getUTCFullYear();
  const [from, setFrom] = useState(`${year - 1}-10-01`);
  const [to, setTo] = useState(`${year}-09-30`);
  const rows = useGet<{ items: SefaRow[] }>("grant-awards", `/api/v1/sefa?from=${from}&to=${to}`);
  const items = rows.data?.items ?? [];
  return (
    <div className="stack">
      <h1>Schedule of expenditures of federal awards</h1>
      <div className="flex flex-wrap gap-4">
        <label className="field">
          <span className="field-label">From</span>
          <input
            type="date"
            className="field-control"
            value={from}
            onChange={(e) => setFrom(e.target.value)}
          />
        </label>
        <label className="field">
          <span className="field-label">To</span>
          <input
            type="date"
            className="field-control"
            value={to}
            onChange={(e) => setTo(e.target.value)}
          />
        </label>
      </div>
      {rows.isPending ? (
        <RecordSkeleton />
      ) : items.length === 0 ? (
        <EmptyState kind="no-results" title="No federal expenditures in these days" />
      ) : (
        <Panel title="By assistance listing">
          <LineTable
            label="Federal awards"
            parts={parts}
            lines={items}
            keyOf={(r) => `${r.assistanceListing} ${r.awards}`}
            total={{
              label: "Expended",
              amount: money(items.reduce((n, r) => n + r.expended, 0)),
            }}
          />
        </Panel>
      )}
    </div>
  );
}
