import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { BackupRun, Backups } from "./backup.model.ts";

const kinds: Readonly<Record<BackupRun["kind"], string>> = {
  backup: "Backup",
  rehearsal: "Restored beside and thrown away",
  restore: "Restored",
};
const number = (n: number) => n.toLocaleString("en-US");
const size = (bytes: number) => `${number(Math.ceil(bytes / 1_048_576))} MB`;

function Standing({ seen }: { seen: Backups }) {
  const { timeZone } = useAgency();
  const { newest, rehearsed, lostNow, lostNowCapped } = seen;
  const facts: readonly [string, string][] = [
    [
      "Newest backup",
      newest ? `${formatInstant(newest.madeAt!, timeZone)}, ${size(newest.bytes)}` : "None yet",
    ],
    [
      "Last restored beside",
      rehearsed ? formatInstant(rehearsed.beganAt, timeZone) : "Never: nobody knows that it works",
    ],
    [
      "What would be lost now",
      `${lostNowCapped ? "More than " : ""}${number(lostNow)} entries of your audit record${newest ? " since then" : ""}`,
    ],
  ];
  return <Facts rows={facts} />;
}

function Runs({ items }: { items: readonly BackupRun[] }) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<BackupRun>[] = [
    { label: "What", as: "title", cell: (run) => kinds[run.kind] },
    { label: "When", cell: (run) => formatInstant(run.beganAt, timeZone) },
    {
      label: "Outcome",
      cell: (run) => (
        <Badge tone={run.good ? "success" : "danger"} label={run.good ? "Good" : "Failed"} />
      ),
    },
    { label: "Rows", cell: (run) => (run.rows ? number(run.rows) : "—") },
    { label: "Size", cell: (run) => (run.bytes ? size(run.bytes) : "—") },
    { label: "What came of it", cell: (run) => run.said },
  ];
  return (
    <LineTable label="Backups and rehearsals" parts={parts} lines={items} keyOf={(run) => run.id} />
  );
}

/** Backups of the installation: the newest, the last rehearsal, and what would be lost now. */
export function BackupsPanel() {
  const seen = useGet<Backups>("backups", "/api/v1/backups");
  if (seen.isPending) return <TableSkeleton columns={3} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="Backups" onRetry={() => void seen.refetch()} />;
  return (
    <Panel title="Backups">
      {!seen.data.scheduled && (
        <p className="mb-3 text-t2">
          None is made by itself: set <span className="mono">LEVEE_BACKUP_DIR</span> to a folder on
          another disk, and one is made every night and restored beside every Sunday.
        </p>
      )}
      <Standing seen={seen.data} />
      {seen.data.runs.length > 0 && (
        <div className="mt-4">
          <Runs items={seen.data.runs} />
        </div>
      )}
    </Panel>
  );
}
