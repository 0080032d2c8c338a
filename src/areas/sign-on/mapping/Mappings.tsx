import { Plus } from "lucide-react";
import { useState } from "react";
import { dutyLabels } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProviderRecord } from "../provider/provider.model.ts";
import { mappingStatuses } from "./mapping.labels.ts";
import type { MappingRow } from "./mapping.model.ts";
import { TryMapping } from "./TryMapping.tsx";

const MappingDialog = dialogOnDemand(
  async () => (await import("./MappingDialog.tsx")).MappingDialog,
);

/** What a rule gives, in words. */
const gives = (row: MappingRow): string =>
  [
    ...(row.role ? [roleLabels[row.role].label] : []),
    ...row.duties.map((duty) => dutyLabels[duty].label),
    ...(row.departmentName ? [row.departmentName] : []),
  ].join(", ");

function Rule({ row }: { row: MappingRow }) {
  const change = useMutationAction("sign-in-providers", "sign-in-mappings");
  const send = (method: "POST" | "DELETE", path: string, said: string) =>
    change.mutate(
      { method, path: `/api/v1/sign-in-mappings/${row.id}${path}` },
      {
        onSuccess: () => notify.done(said, `${row.claim} = ${row.value}`),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <span className="mono break-all">
            {row.claim} = {row.value}
          </span>{" "}
          gives {gives(row)}
        </p>
        <p className="text-13 text-t3">
          Written by {row.askedByName ?? "somebody who left"}
          {row.decidedByName ? `, decided by ${row.decidedByName}` : ""}
        </p>
      </div>
      <StatusBadge statuses={mappingStatuses} status={row.status} />
      {row.mayDecide && (
        <>
          <button
            type="button"
            className="btn btn-small btn-primary"
            onClick={() => send("POST", "/actions/confirm", "Confirmed")}
          >
            Confirm
          </button>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => send("POST", "/actions/decline", "Declined")}
          >
            Decline
          </button>
        </>
      )}
      <button type="button" className="btn btn-small" onClick={() => send("DELETE", "", "Removed")}>
        Remove
      </button>
    </li>
  );
}

/** The tab Mapping: what groups and claims of a provider give here. */
export function Mappings({ provider }: { provider: ProviderRecord }) {
  const [adding, setAdding] = useState(false);
  const path = `/api/v1/sign-in-providers/${provider.id}/mappings`;
  const list = useGet<{ items: MappingRow[] }>("sign-in-mappings", path);
  if (list.isPending) return <TableSkeleton columns={2} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="The mapping" onRetry={() => void list.refetch()} />;
  return (
    <div className="stack">
      <Panel
        title="What groups give"
        aside={
          <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            New rule
          </button>
        }
      >
        <p className="mb-4 text-t2">
          Applied each time somebody comes in: what a group gave goes when the group is gone. What
          members gave each other stays.
        </p>
        <ul className="grid gap-4">
          {list.data.items.map((row) => (
            <Rule key={row.id} row={row} />
          ))}
        </ul>
        {list.data.items.length === 0 && <p className="text-t3">No rule yet.</p>}
      </Panel>
      <TryMapping providerId={provider.id} />
      {adding && <MappingDialog path={path} onClose={() => setAdding(false)} />}
    </div>
  );
}
