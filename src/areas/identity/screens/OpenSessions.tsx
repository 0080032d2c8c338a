import { Laptop, Smartphone } from "lucide-react";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { authCall, currentSession } from "#web/auth/session.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { deviceOf } from "../device.model.ts";

type SessionRow = {
  id: string;
  createdAt: string;
  seenAt: Instant;
  address: string;
  userAgent: string;
  assurance: "password" | "mfa";
  current: boolean;
};

/** Where one is signed in, each with the way to end it. */
export function OpenSessions() {
  const { timeZone } = useAgency();
  const list = useGet<{ items: SessionRow[] }>("my-sessions", "/api/v1/me/sessions");
  const end = useMutationAction("my-sessions");
  const others = (list.data?.items ?? []).filter((each) => !each.current).length;
  const endOthers = async () => {
    await authCall("/sign-out", { scope: "others" }, currentSession()?.access_token);
    await list.refetch();
    notify.done("Signed out everywhere else");
  };
  return (
    <Panel
      title="Where you are signed in"
      flush
      aside={
        others > 0 && (
          <button
            type="button"
            className="btn btn-small"
            onClick={() =>
              void endOthers().catch((error: unknown) => notify.failed("Not signed out", error))
            }
          >
            Sign out everywhere else
          </button>
        )
      }
    >
      {list.isPending && <TableSkeleton columns={3} rows={2} label="Loading your sessions" />}
      {list.isError && (
        <div className="p-4">
          <ErrorPanel error={list.error} what="Your sessions" onRetry={() => void list.refetch()} />
        </div>
      )}
      <ul>
        {list.data?.items.map((each) => {
          const device = deviceOf(each.userAgent);
          const Icon = device.phone ? Smartphone : Laptop;
          return (
            <li
              key={each.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0"
            >
              <Icon className="text-t3" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <b className="font-medium">{device.label}</b>
                <p className="text-13 text-t3">
                  {each.address} · last used {formatInstant(each.seenAt, timeZone)}
                </p>
              </div>
              {each.assurance === "mfa" && <Badge tone="success" label="Two steps" />}
              {each.current ? (
                <span className="text-t3">This device</span>
              ) : (
                <button
                  type="button"
                  className="btn btn-small"
                  disabled={end.isPending}
                  onClick={() =>
                    end.mutate({ method: "DELETE", path: `/api/v1/me/sessions/${each.id}` })
                  }
                >
                  Sign out
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
