import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { areaLabel } from "./support.labels.ts";
import type { SupportRow } from "./support.model.ts";

const SupportDialog = dialogOnDemand(
  async () => (await import("./SupportDialog.tsx")).SupportDialog,
);

function Access({ row }: { row: SupportRow }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("support-access");
  const end = () =>
    act.mutate(
      { path: `/api/v1/support-access/${row.id}/actions/end`, version: row.version, body: {} },
      {
        onSuccess: () => notify.done("Ended", row.operatorName),
        onError: (error) => notify.failed("Not ended", error),
      },
    );
  return (
    <li className="grid gap-1 border-b border-hair py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-3">
        <b className="font-medium">{row.operatorName}</b>
        {row.open && <Badge tone="warning" label="Let in now" />}
        {row.open && (
          <button
            type="button"
            className="btn btn-small ml-auto"
            disabled={act.isPending}
            onClick={end}
          >
            End now<span className="visually-hidden">: {row.operatorName}</span>
          </button>
        )}
      </div>
      <p>{row.reason}</p>
      <p className="text-13 text-t2">
        {`Let in by ${row.openedByName}, ${formatInstant(row.openedAt, timeZone)} to ${formatInstant(row.endedAt ?? row.endsAt, timeZone)}. `}
        {`Reads ${row.areas.map(areaLabel).join(", ")}. `}
        {row.reads === 0
          ? "Read nothing."
          : `Read ${counted(row.reads, "time", "times")}, each in the record.`}
      </p>
    </li>
  );
}

/** Who was let in for support, and what they read; an administrator lets somebody in or ends it. */
export function SupportPanel({ own }: { own: boolean }) {
  const [opening, setOpening] = useState(false);
  const list = useGet<{ items: SupportRow[] }>("support-access", "/api/v1/support-access");
  return (
    <Panel
      title="Support access"
      aside={
        own ? null : (
          <button type="button" className="btn btn-small" onClick={() => setOpening(true)}>
            Let support in
          </button>
        )
      }
    >
      <p className="text-t2">
        {own
          ? "This agency runs the installation: its people are inside."
          : "Whoever runs the installation sees nothing of your records unless you let a named person in, for eight hours at most and to read alone."}
      </p>
      {list.isPending && <TableSkeleton columns={1} rows={2} label="Loading support access" />}
      {list.isError && <ErrorPanel error={list.error} what="Support access" />}
      {list.data?.items.length === 0 && !own && <p className="mt-2">Nobody was let in yet.</p>}
      <ul>
        {list.data?.items.map((row) => (
          <Access key={row.id} row={row} />
        ))}
      </ul>
      {opening && <SupportDialog onClose={() => setOpening(false)} />}
    </Panel>
  );
}
