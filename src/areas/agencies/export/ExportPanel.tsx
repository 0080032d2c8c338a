import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { exportStatuses, offeredDays } from "./export.labels.ts";
import type { ExportRow } from "./export.model.ts";

const ExportDialog = dialogOnDemand(async () => (await import("./ExportDialog.tsx")).ExportDialog);

const megabytes = (bytes: number): string =>
  `${Math.max(1, Math.round(bytes / 1048576)).toLocaleString("en-US")} MB`;

function What({ row }: { row: ExportRow }) {
  if (row.status === "failed") return <p>{row.failure}</p>;
  if (row.status === "making") return <p>The tray of long work says how far it is.</p>;
  if (row.rowCount === null || row.size === null) return null;
  return (
    <>
      <p className="text-13 text-t2">
        {`${counted(row.rowCount, "row")} of ${counted(row.tableCount ?? 0, "table")}, ${counted(row.fileCount ?? 0, "file")}, ${counted(row.entryCount ?? 0, "entry", "entries")} of the ledger; ${megabytes(row.size)}.`}
        {row.leftOut ? ` ${counted(row.leftOut, "row or file", "rows or files")} stayed out.` : ""}
      </p>
      <p className="text-12 text-t3 break-all">
        SHA-256 <span className="mono">{row.sha256}</span>
      </p>
    </>
  );
}

function Made({ row }: { row: ExportRow }) {
  const { timeZone } = useAgency();
  const at = formatInstant(row.snapshotAt ?? row.createdAt, timeZone);
  const take = () =>
    void download(`/api/v1/agency-exports/${row.id}/file`).catch((error: unknown) =>
      notify.failed("The export was not handed over", error),
    );
  return (
    <li className="grid gap-1 border-b border-hair py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-3">
        <b className="font-medium">{at}</b>
        <Badge {...exportStatuses[row.status]} />
        {row.status === "ready" && (
          <button type="button" className="btn btn-small ml-auto" onClick={take}>
            Download<span className="visually-hidden">: {at}</span>
          </button>
        )}
      </div>
      <p className="text-13 text-t2">
        {`Asked by ${row.requestedName}${row.sealed ? ", sealed by a passphrase" : ""}.`}
        {row.status === "ready" &&
          row.offeredUntil &&
          ` Offered until ${formatInstant(row.offeredUntil, timeZone)}.`}
        {row.takenAt && ` Downloaded ${formatInstant(row.takenAt, timeZone)}.`}
      </p>
      <What row={row} />
    </li>
  );
}

/** Everything of the agency as one ZIP: asked for, made by a job, downloaded within a week. */
export function ExportPanel() {
  const [asking, setAsking] = useState(false);
  const list = useGet<{ items: ExportRow[] }>("agency-exports", "/api/v1/agency-exports");
  const making = list.data?.items.some(({ status }) => status === "making") ?? false;
  return (
    <Panel
      title="Take everything along"
      aside={
        <button
          type="button"
          className="btn btn-small"
          disabled={making}
          onClick={() => setAsking(true)}
        >
          Make an export
        </button>
      }
    >
      <p className="text-t2">
        One ZIP with every table, every file and the audit ledger with its proofs. It opens from a
        disk without Levee, says what stayed out and why, and is offered for{" "}
        {counted(offeredDays, "day")}.
      </p>
      {list.isPending && <TableSkeleton columns={1} rows={2} label="Loading exports" />}
      {list.isError && <ErrorPanel error={list.error} what="Exports" />}
      {list.data?.items.length === 0 && <p className="mt-2">Nothing was taken along yet.</p>}
      <ul>
        {list.data?.items.map((row) => (
          <Made key={row.id} row={row} />
        ))}
      </ul>
      {asking && <ExportDialog onClose={() => setAsking(false)} />}
    </Panel>
  );
}
