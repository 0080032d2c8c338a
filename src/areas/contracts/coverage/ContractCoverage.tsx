import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download, messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { certificateStatuses, coverageKinds, standings } from "./coverage.labels.ts";
import type { Coverage, StandingRow } from "./coverage.model.ts";

const CertificateDialog = dialogOnDemand(
  async () => (await import("./CoverageDialogs.tsx")).CertificateDialog,
);
const DemandDialog = dialogOnDemand(
  async () => (await import("./CoverageDialogs.tsx")).DemandDialog,
);

type Row = Coverage["certificates"][number];

function Standings({ rows, price }: { rows: readonly StandingRow[]; price: number }) {
  if (rows.length === 0)
    return <p className="text-t2">Neither the contract nor a rule demands anything.</p>;
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row.kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge {...standings[row.standing]} />
            <span className="min-w-0 flex-1">
              {row.text}
              {row.citation && <small className="block text-t3">{row.citation}</small>}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-t3">Bonds follow the current price, {formatCents(price)}.</p>
    </>
  );
}

const openFile = (fileId: string) =>
  void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

type Asking = { row: Row; action: string; label: string };

function Certificate({ row: x, onAsk }: { row: Row; onAsk: (asking: Asking) => void }) {
  const act = useMutationAction("contracts", "certificates");
  const accept = () =>
    act.mutate(
      { path: `/api/v1/certificates/${x.id}/actions/accept`, body: {}, version: x.version },
      { onError: (error) => notify.failed("Not accepted", messageOf(error)) },
    );
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{coverageKinds[x.kind]}</span>
        <StatusBadge statuses={certificateStatuses} status={x.status} />
        <span className="ml-auto tabular-nums">{formatCents(x.amount)}</span>
      </p>
      <p className="text-13 text-t2">
        {x.issuer} <span className="mono">{x.policyNumber}</span> · {formatDate(x.fromOn)} to{" "}
        {x.toOn ? formatDate(x.toOn) : "its release"}
        {x.submittedBy && ` · from ${x.submittedBy}`}
        {x.statusReason && ` · ${x.statusReason}`}
      </p>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-small" onClick={() => openFile(x.fileId)}>
          Document
        </button>
        {x.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className="btn btn-small"
            aria-disabled={!action.enabled}
            title={action.reason ?? undefined}
            onClick={() => {
              if (!action.enabled) notify.failed(`${action.label}: not now`, action.reason ?? "");
              else if (action.name === "accept") accept();
              else onAsk({ row: x, action: action.name, label: action.label });
            }}
          >
            {action.label}
            <span className="visually-hidden"> {x.policyNumber}</span>
          </button>
        ))}
      </p>
    </li>
  );
}

/** A contract's insurance and bonds against what it demands. */
export function ContractCoverage({ contractId }: { contractId: string }) {
  const path = `/api/v1/contracts/${contractId}/coverage`;
  const found = useGet<Coverage>("contracts", path);
  const [dialog, setDialog] = useState<"demand" | "certificate" | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const act = useMutationAction("contracts", "certificates");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="Its coverage" />;
  const { canEdit, certificates, price } = found.data;
  const button = (label: string, what: "demand" | "certificate") =>
    canEdit && (
      <button type="button" className="btn btn-small" onClick={() => setDialog(what)}>
        {label}
      </button>
    );
  const send = (reason: string) =>
    act.mutate(
      {
        path: `/api/v1/certificates/${asking!.row.id}/actions/${asking!.action}`,
        body: { reason },
        version: asking!.row.version,
      },
      {
        onSuccess: () => setAsking(null),
        onError: (error) => notify.failed("Nothing was changed", messageOf(error)),
      },
    );
  return (
    <>
      <Panel title="Demanded" aside={button("What the contract demands", "demand")}>
        <Standings rows={found.data.standings} price={price} />
      </Panel>
      <Panel title="Certificates and bonds" aside={button("Enter a certificate", "certificate")}>
        {certificates.length === 0 && <p className="text-t2">None was handed in yet.</p>}
        <ul className="grid gap-4">
          {certificates.map((row) => (
            <Certificate key={row.id} row={row} onAsk={setAsking} />
          ))}
        </ul>
      </Panel>
      {dialog === "demand" && (
        <DemandDialog path={path} coverage={found.data} onClose={() => setDialog(null)} />
      )}
      {dialog === "certificate" && (
        <CertificateDialog path={`${path}/certificates`} onClose={() => setDialog(null)} />
      )}
      {asking && (
        <TextDialog
          title={`${asking.label} ${asking.row.issuer} ${asking.row.policyNumber}`}
          hint="The vendor reads it."
          label="Reason"
          confirm={asking.label}
          least={3}
          onClose={() => setAsking(null)}
          onConfirm={send}
        />
      )}
    </>
  );
}
