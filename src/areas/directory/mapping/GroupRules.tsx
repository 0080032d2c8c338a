import { Plus } from "lucide-react";
import { useState } from "react";
import { RuleLine, type RuleAction } from "#areas/organization/organization.ui.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DirectoryRow } from "../connection/connection.model.ts";
import type { MappingRow } from "./mapping.model.ts";

const GroupRuleDialog = dialogOnDemand(
  async () => (await import("./GroupRuleDialog.tsx")).GroupRuleDialog,
);

const said = { confirm: "Confirmed", decline: "Declined", remove: "Removed" } as const;

function Rule({ row }: { row: MappingRow }) {
  const change = useMutationAction("directory-mappings");
  const act = (action: RuleAction) =>
    change.mutate(
      { path: `/api/v1/directory-mappings/${row.id}/actions/${action}` },
      {
        onSuccess: () => notify.done(said[action], row.groupName),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <RuleLine row={row} name={row.groupName} onAct={act}>
      <b>{row.groupName}</b>
    </RuleLine>
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
