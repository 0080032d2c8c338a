import { Plus } from "lucide-react";
import { useState } from "react";
import { RuleLine, type RuleAction } from "#areas/organization/organization.ui.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProviderRecord } from "../provider/provider.model.ts";
import type { MappingRow } from "./mapping.model.ts";
import { TryMapping } from "./TryMapping.tsx";

const MappingDialog = dialogOnDemand(
  async () => (await import("./MappingDialog.tsx")).MappingDialog,
);

const said = { confirm: "Confirmed", decline: "Declined", remove: "Removed" } as const;

function Rule({ row }: { row: MappingRow }) {
  const change = useMutationAction("sign-in-mappings");
  const name = `${row.claim} = ${row.value}`;
  const path = `/api/v1/sign-in-mappings/${row.id}`;
  const act = (action: RuleAction) =>
    change.mutate(
      action === "remove"
        ? { method: "DELETE", path }
        : { method: "POST", path: `${path}/actions/${action}` },
      {
        onSuccess: () => notify.done(said[action], name),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <RuleLine row={row} name={name} onAct={act}>
      <span className="mono break-all">{name}</span>
    </RuleLine>
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
