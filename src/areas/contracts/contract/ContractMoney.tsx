import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import {
  amendmentKinds,
  amendmentStatuses,
  type AmendmentKind,
} from "../amendment/amendment.labels.ts";
import { entryKinds } from "../ceiling/ceiling.labels.ts";
import { CeilingStrip } from "./CeilingStrip.tsx";
import type { ContractDetail } from "./contract.model.ts";

type Of = { contract: ContractDetail };
const signed = (cents: number) => (cents > 0 ? "+" : "") + formatCents(cents, { symbol: false });

/** The ceiling, what is drawn and left, and the plan per fiscal year. */
export function CeilingPanel({ contract: c }: Of) {
  return (
    <>
      <Panel title="Ceiling">
        <CeilingStrip contract={c} />
        {c.originalCeiling !== null && c.originalCeiling !== c.ceiling && (
          <p className="mt-2 text-13 text-t2">
            {formatCents(c.originalCeiling)} when it was signed.
          </p>
        )}
        {c.burnOutOn && (
          <p className="mt-2 text-13 text-t2">
            {c.burnOutOn < c.endsOn
              ? `At the pace of the last orders it is used up on ${formatDate(c.burnOutOn)}, before the contract ends.`
              : "At the pace of the last orders it lasts until the contract ends."}
          </p>
        )}
      </Panel>
      {c.yearPlan.length > 0 && (
        <Panel title="Plan per fiscal year">
          <Facts>
            {c.yearPlan.map(({ year, amount }) => (
              <Fact key={year} label={year}>
                {formatCents(amount)}
              </Fact>
            ))}
          </Facts>
        </Panel>
      )}
    </>
  );
}

type Entry = ContractDetail["entries"][number];

function Source({ entry }: { entry: Entry }) {
  const to = entry.orderId
    ? pathTo("order", { id: entry.orderId })
    : entry.amendmentId
      ? pathTo("amendment", { id: entry.amendmentId })
      : null;
  return (
    <>
      {entryKinds[entry.kind]}
      {entry.note && (
        <small className="block text-t2">
          {to ? <Link to={to}>{entry.note}</Link> : entry.note}
        </small>
      )}
    </>
  );
}

/** Everything that moved the ceiling or drew on it, newest first. */
export function Ledger({ contract: c }: Of) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<Entry>[] = [
    { label: "No.", words: true, cell: (e) => e.sequence },
    { label: "What", as: "title", cell: (e) => <Source entry={e} /> },
    { label: "When", words: true, cell: (e) => formatInstant(e.at, timeZone) },
    { label: "By", words: true, cell: (e) => e.by ?? "—" },
    { label: "Amount, $", as: "amount", cell: (e) => signed(e.amount) },
  ];
  return (
    <Panel title="Ceiling ledger" flush={c.entries.length > 0}>
      {c.entries.length === 0 ? (
        <p className="text-t2">The ceiling is set when the contract is signed.</p>
      ) : (
        <LineTable
          label="Entries of the ceiling"
          parts={parts}
          lines={c.entries}
          keyOf={(e) => String(e.sequence)}
          across={2}
        />
      )}
    </Panel>
  );
}

/** Its amendments with where each stands. */
export function Amendments({ contract: c }: Of) {
  return (
    <Panel
      title="Amendments"
      aside={
        c.canAmend && <Link to={pathTo("amendmentNew", { id: c.id })}>Draft an amendment</Link>
      }
    >
      {c.amendments.length === 0 ? (
        <p className="text-t2">The contract is as it was signed.</p>
      ) : (
        <ul className="grid gap-3">
          {c.amendments.map((a) => (
            <li key={a.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Link to={pathTo("amendment", { id: a.id })} className="mono">
                {a.number}
              </Link>
              <span className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0">
                {a.title}
                <small className="block text-t3">{amendmentKinds[a.kind as AmendmentKind]}</small>
              </span>
              {a.ceilingChange !== 0 && (
                <span className="tabular-nums">{signed(a.ceilingChange)}</span>
              )}
              <StatusBadge statuses={amendmentStatuses} status={a.status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Version = ContractDetail["versions"][number];

/** The terms as they held from one signature to the next. */
export function Versions({ contract: c }: Of) {
  const { timeZone } = useAgency();
  if (c.versions.length === 0) return null;
  const parts: readonly LinePart<Version>[] = [
    { label: "Version", words: true, cell: (v) => v.versionNo },
    { label: "Why", as: "title", cell: (v) => v.reason },
    { label: "Recorded", words: true, cell: (v) => formatInstant(v.createdAt, timeZone) },
    { label: "Ends", words: true, cell: (v) => formatDate(v.endsOn) },
    { label: "Ceiling, $", as: "amount", cell: (v) => formatCents(v.ceiling, { symbol: false }) },
  ];
  return (
    <Panel title="Versions" flush>
      <LineTable
        label="Versions of the contract"
        parts={parts}
        lines={c.versions}
        keyOf={(v) => String(v.versionNo)}
        across={3}
      />
    </Panel>
  );
}
