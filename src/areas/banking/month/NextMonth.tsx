import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { monthStatuses } from "./month.labels.ts";
import type { NextMonths } from "./month.model.ts";

type Month = NextMonths["months"][number];

const nameOf = (m: Month) =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${m.firstDay}T00:00:00Z`),
  );

function Next({ month: m }: { month: Month }) {
  const { can } = useAuth();
  const go = useNavigate();
  const begin = useMutationAction<{ id: string }>("bank-months", "bank-months-next");
  if (m.open)
    return (
      <p>
        {m.account}: <strong>{nameOf(m)}</strong>,{" "}
        <Link className="mono text-link" to={pathTo("bankMonth", { id: m.open.id })}>
          {m.open.number}
        </Link>
        , {monthStatuses[m.open.status].label.toLowerCase()}.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {m.account}: <strong>{nameOf(m)}</strong> is the next month to reconcile, through{" "}
        {formatDate(m.lastDay)}.
      </p>
      {can("bank.match") && (
        <button
          type="button"
          className="btn"
          aria-disabled={begin.isPending}
          onClick={() =>
            begin.mutate(
              { path: "/api/v1/bank-months", body: { agencyAccountId: m.agencyAccountId } },
              { onSuccess: ({ id }) => void go(pathTo("bankMonth", { id })) },
            )
          }
        >
          Begin {nameOf(m)}
        </button>
      )}
      {begin.isError && (
        <p role="alert" className="text-danger">
          {messageOf(begin.error)}
        </p>
      )}
    </div>
  );
}

/** Which month of each account is under way, or comes next. */
export function NextMonth() {
  const found = useGet<NextMonths>("bank-months-next", "/api/v1/bank-months-next");
  const months = found.data?.months ?? [];
  if (months.length === 0) return null;
  return (
    <Panel title="Reconcile a month">
      <div className="grid gap-3">
        {months.map((m) => (
          <Next key={m.agencyAccountId} month={m} />
        ))}
      </div>
    </Panel>
  );
}
