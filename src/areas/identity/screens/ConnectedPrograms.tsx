import { Plug } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type Connection = {
  id: string;
  clientName: string;
  proposes: boolean;
  lastUsedAt: Instant | null;
  endsAt: Instant;
  version: number;
};

function Row({ connection }: { connection: Connection }) {
  const { timeZone } = useAgency();
  const end = useMutationAction("agent-connections", "agent-findings");
  const { id, clientName, proposes, lastUsedAt, endsAt, version } = connection;
  const press = async () => {
    try {
      await end.mutateAsync({
        ...{ path: `/api/v1/agent-connections/${id}/actions/end`, body: {}, version },
      });
      notify.done("Ended", `${clientName} reads nothing in your name any more.`);
    } catch (error) {
      notify.failed("It was not ended", error);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0">
      <Plug className="text-t3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <b className="font-medium">{clientName}</b>
        <p className="text-13 text-t3">
          {proposes ? "Reads and proposes" : "Reads"} in your name ·{" "}
          {lastUsedAt ? `last used ${formatInstant(lastUsedAt, timeZone)}` : "never used"} · until{" "}
          {formatInstant(endsAt, timeZone)}
        </p>
      </div>
      <button
        type="button"
        className="btn btn-small"
        disabled={end.isPending}
        aria-label={`End ${clientName}`}
        onClick={() => void press()}
      >
        End
      </button>
    </li>
  );
}

/** Programs that read in one's own name, each with the way to end it. */
export function ConnectedPrograms() {
  const { me } = useAuth();
  const own = me?.person.id;
  const list = useGet<{ items: Connection[] }>(
    "agent-connections",
    `/api/v1/agent-connections?status=active&personId=${own}&limit=100`,
    { enabled: own !== undefined },
  );
  return (
    <Panel title="Programs that read in your name" flush>
      {list.isPending && <TableSkeleton columns={2} rows={1} label="Loading your programs" />}
      {list.isError && (
        <div className="p-4">
          <ErrorPanel error={list.error} what="Your programs" onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.data?.items.length === 0 && (
        <p className="px-4 py-3 text-t2">You have connected none.</p>
      )}
      <ul>
        {list.data?.items.map((each) => (
          <Row key={each.id} connection={each} />
        ))}
      </ul>
    </Panel>
  );
}
