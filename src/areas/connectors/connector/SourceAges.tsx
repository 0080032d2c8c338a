import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { connectorCycle } from "./connector.labels.ts";
import type { SourceAges as Ages } from "./source-age.model.ts";

/** The connectors that bring this in, each with how old it is; nothing where there is none. */
export function SourceAges({ path }: { path: string }) {
  const { timeZone } = useAgency();
  const ages = useGet<Ages>("connectors", path);
  const items = ages.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Brought in by connectors">
      <ul className="grid gap-2">
        {items.map(({ name, status, lastOkAt, stale }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b>{name}</b>
            <StatusBadge statuses={connectorCycle.statuses} status={status} />
            <span className="text-13 text-t2">
              {lastOkAt
                ? `Data of ${formatInstant(lastOkAt, timeZone)}`
                : "Nothing has come in yet"}
              {stale && lastOkAt && ": old"}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
