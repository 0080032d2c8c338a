import { Plus } from "lucide-react";
import { useState } from "react";
import { dutyLabels } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DirectoryRow } from "../connection/connection.model.ts";
import { mappingStatuses } from "./mapping.labels.ts";
import type { MappingRow } from "./mapping.model.ts";

const GroupRuleDialog = dialogOnDemand(
  async () => (await import("./GroupRuleDialog.tsx")).GroupRuleDialog,
);

const gives = (row: MappingRow): string =>
  [
    ...(row.role ? [roleLabels[row.role].label] : []),
    ...row.duties.map((duty) => dutyLabels[duty].label),
    ...(row.departmentName ? [row.departmentName] : []),
  ].join(", ");

function Rule({ row }: { row: MappingRow }) {
  const change = useMutationAction("directory-mappings");
  const send = (action: "confirm" | "decline" | "remove", said: string) =>
    change.mutate(
      { path: `/api/v1/directory-mappings/${row.id}/actions/${action}` },
      {
        onSuccess: () => notify.done(said, row.groupName),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1">
        <p>
          <b>{row.groupName}</b> gives {gives(row)}
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
            onClick={() => send("confirm", "Confirmed")}
          >
            Confirm
          </button>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => send("decline", "Declined")}
          >
            Decline
          </button>
        </>
      )}
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Remove what ${row.groupName} gives`}
        onClick={() => send("remove", "Removed")}
      >
        Remove
      </button>
    </li>
  );
}

/** What groups of a directory give here: nothing without a rule. */
export function GroupRules({ directory }: { directory: DirectoryRow }) {
  const [adding, setAdding] = useState(false);
  const path = `/api/v1/directories/${directory.id}/mappings`;
  const list = useGet<{ items: MappingRow[] }>("directory-mappings", path);
  if (list.isPending) return <TableSkeleton columns={2} label="Loading what groups give" />;
  if (!list.data) return <ErrorPanel error={list.error} what="What groups give" />;
  return (
    <section className="grid gap-3">
      <h3>What groups give</h3>
      {list.data.items.length === 0 && (
        <p className="text-t2">Groups give no right by themselves. Write what one gives.</p>
      )}
      <ul className="grid gap-4">
        {list.data.items.map((row) => (
          <Rule key={row.id} row={row} />
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-small justify-self-start"
        onClick={() => setAdding(true)}
      >
        <Plus aria-hidden="true" />
        New rule
      </button>
      {adding && (
        <GroupRuleDialog path={path} groups={directory.groups} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}
