import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { certificateStatuses, coverageKinds, standings } from "../coverage/coverage.labels.ts";
import { dueStatuses } from "../obligation/obligation.labels.ts";
import { HandInDialog, DeliverDialog } from "./DutyDialogs.tsx";
import type { VendorDuties } from "./vendor-duties.model.ts";

type Due = VendorDuties["dues"][number];

function Dues({ dues, onDeliver }: { dues: readonly Due[]; onDeliver: (due: Due) => void }) {
  return (
    <Panel title="What you owe">
      {dues.length === 0 && <p className="text-t2">Nothing is entered.</p>}
      <ul className="grid gap-3">
        {dues.map((due) => (
          <li key={due.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1">
              {due.title}, due {formatDate(due.dueOn)}
              <small className="block text-t2">
                {due.description || due.citation}
                {due.status === "returned" && ` Returned: ${due.statusReason}`}
              </small>
            </span>
            <StatusBadge statuses={dueStatuses} status={due.status} />
            {(due.status === "open" || due.status === "returned") && (
              <button type="button" className="btn btn-small" onClick={() => onDeliver(due)}>
                Deliver<span className="visually-hidden"> {due.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Coverage({ duties, onHandIn }: { duties: VendorDuties; onHandIn: () => void }) {
  return (
    <Panel
      title="Insurance and bonds"
      aside={
        <button type="button" className="btn btn-small" onClick={onHandIn}>
          Hand in a certificate
        </button>
      }
    >
      <ul className="grid gap-2">
        {duties.standings.map((row) => (
          <li key={row.kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge {...standings[row.standing]} />
            <span className="min-w-0 flex-1">{row.text}</span>
          </li>
        ))}
        {duties.certificates.map((x) => (
          <li key={x.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge statuses={certificateStatuses} status={x.status} />
            <span className="min-w-0 flex-1">
              {coverageKinds[x.kind]}, {x.issuer} <span className="mono">{x.policyNumber}</span>
              <small className="block text-t2">
                {formatDate(x.fromOn)} to {x.toOn ? formatDate(x.toOn) : "its release"}
                {x.statusReason && ` · ${x.statusReason}`}
              </small>
            </span>
            <span className="tabular-nums">{formatCents(x.amount)}</span>
          </li>
        ))}
      </ul>
      {duties.standings.length + duties.certificates.length === 0 && (
        <p className="text-t2">Nothing is demanded, and nothing was handed in.</p>
      )}
    </Panel>
  );
}

/** What the vendor owes under one contract, and its certificates. */
export function PortalDuties({ path, orgId }: { path: string; orgId: string }) {
  const found = useGet<VendorDuties>("contracts", `${path}/duties`);
  const [due, setDue] = useState<Due | null>(null);
  const [handing, setHanding] = useState(false);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="What you owe" />;
  return (
    <>
      <Dues dues={found.data.dues} onDeliver={setDue} />
      <Coverage duties={found.data} onHandIn={() => setHanding(true)} />
      {due && <DeliverDialog due={due} path={path} orgId={orgId} onClose={() => setDue(null)} />}
      {handing && <HandInDialog path={path} onClose={() => setHanding(false)} />}
    </>
  );
}
