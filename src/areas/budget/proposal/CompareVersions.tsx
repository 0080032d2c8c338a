import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { Comparison, ProposalDetail } from "./proposal.model.ts";

const shown = (cents: number | null) =>
  cents === null ? "—" : formatCents(cents, { symbol: false });

/** Compares any two versions of a proposal line by line; what is equal is left out. */
export function CompareVersions({
  id,
  versions,
}: {
  id: string;
  versions: ProposalDetail["versions"];
}) {
  const [from, setFrom] = useState(versions.at(-1)?.versionNo ?? 0);
  const [to, setTo] = useState(0);
  const found = useGet<Comparison>(
    "budget-proposals",
    `/api/v1/budget-proposals/${id}/comparison?from=${from}&to=${to}`,
  );
  const choice = (label: string, value: number, set: (n: number) => void) => (
    <label className="field">
      <span>{label}</span>
      <select className="field-control" value={value} onChange={(e) => set(Number(e.target.value))}>
        <option value={0}>What it says now</option>
        {versions.map((v) => (
          <option key={v.versionNo} value={v.versionNo}>
            {v.versionNo}. {v.label}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Panel title="Compare">
      <div className="mb-3 flex flex-wrap gap-3">
        {choice("Version", from, setFrom)}
        {choice("With", to, setTo)}
      </div>
      {found.isError && <ErrorPanel error={found.error} what="The comparison" />}
      {found.data?.lines.length === 0 && <p className="text-t2">They say the same.</p>}
      {found.data && found.data.lines.length > 0 && (
        <LineTable
          label="What differs"
          lines={found.data.lines}
          keyOf={(l) => l.key}
          parts={[
            {
              label: "Line",
              as: "title",
              cell: (l) => (
                <span>
                  <span className="mono">{l.code}</span> {l.what}
                </span>
              ),
            },
            { label: "Requested before, $", cell: (l) => shown(l.before) },
            { label: "Requested, $", cell: (l) => shown(l.after) },
            { label: "Recommended before, $", cell: (l) => shown(l.recommendedBefore) },
            { label: "Recommended, $", as: "amount", cell: (l) => shown(l.recommendedAfter) },
          ]}
        />
      )}
    </Panel>
  );
}
