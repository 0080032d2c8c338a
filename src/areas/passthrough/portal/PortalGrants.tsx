import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { applicationStatuses } from "../application/application.labels.ts";
import { subawardStatuses } from "../subaward/subaward.labels.ts";
import type {
  GrantsOverview,
  OfferedProgram,
  OwnApplication,
  OwnSubaward,
} from "./portal.model.ts";
import { TakeBack } from "./TakeBack.tsx";

const row =
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0";

function Subaward({ s }: { s: OwnSubaward }) {
  return (
    <li className={row}>
      <Link to={pathTo("portalSubaward", { orgId: s.orgId, id: s.id })}>
        <span className="mono">{s.number}</span> {s.title}
      </Link>
      <span className="text-right tabular-nums">{formatCents(s.amount)}</span>
      <span className="text-13 text-t3">
        {s.agency} · {formatDate(s.startsOn)} to {formatDate(s.endsOn)} ·{" "}
        {formatCents(s.amount - s.claimed - s.held - s.waiting)} left
      </span>
      <span className="text-right">
        <StatusBadge statuses={subawardStatuses} status={s.status} />
      </span>
    </li>
  );
}

function Application({ a }: { a: OwnApplication }) {
  const own = a.status !== "withdrawn";
  return (
    <li className={row}>
      <span>
        {own ? (
          <Link to={pathTo("portalApply", { orgId: a.orgId, id: a.programId })}>
            <span className="mono">{a.number}</span> {a.title}
          </Link>
        ) : (
          <>
            <span className="mono">{a.number}</span> {a.title}
          </>
        )}
      </span>
      <span className="text-right tabular-nums">{formatCents(a.requested)}</span>
      <span className="text-13 text-t3">
        {a.agency} · {a.program}
        {a.statusReason && <span className="block text-warning">{a.statusReason}</span>}
      </span>
      <span className="flex flex-col items-end gap-2">
        <StatusBadge statuses={applicationStatuses} status={a.status} />
        {a.status === "submitted" && (
          <TakeBack
            number={a.number}
            path={`/api/v1/vendor-program-applications/${a.orgId}/${a.id}`}
            version={a.version}
          />
        )}
      </span>
    </li>
  );
}

function Program({ p, applied }: { p: OfferedProgram; applied: boolean }) {
  return (
    <li className={row}>
      <span className="min-w-0">
        <b>{p.title}</b> <span className="mono text-13 text-t3">{p.number}</span>
        <span className="block text-13 text-t2">{p.summary}</span>
        <span className="block text-13 text-t3">
          {p.agency} · {formatCents(p.total)} in all
          {p.most && `, at most ${formatCents(p.most)} each`} ·{" "}
          {p.closesOn ? `until ${formatDate(p.closesOn)}` : "open until it is closed"}
        </span>
        {!p.known && (
          <span className="block text-13 text-warning">
            Register with {p.agency} first: Company, Agencies.
          </span>
        )}
      </span>
      <span className="text-right">
        {p.known && !applied && (
          <Link className="btn" to={pathTo("portalApply", { orgId: p.orgId, id: p.id })}>
            Apply
          </Link>
        )}
      </span>
    </li>
  );
}

function Body() {
  const grants = useGet<GrantsOverview>("vendor-grants", "/api/v1/vendor-grants");
  if (grants.isPending) return <TableSkeleton columns={3} />;
  if (!grants.data) return <ErrorPanel error={grants.error} what="Your grants" />;
  const { programs, applications, subawards } = grants.data;
  const applied = new Set(
    applications.filter((a) => a.status !== "withdrawn").map((a) => a.programId),
  );
  return (
    <>
      {subawards.length > 0 && (
        <Panel title="Your subawards" flush>
          <ul>
            {subawards.map((s) => (
              <Subaward key={s.id} s={s} />
            ))}
          </ul>
        </Panel>
      )}
      {applications.length > 0 && (
        <Panel title="Your applications" flush>
          <ul>
            {applications.map((a) => (
              <Application key={a.id} a={a} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Grants to apply for" flush>
        {programs.length === 0 ? (
          <EmptyState kind="first-use" title="Nothing is open now">
            Programs of your agencies appear here while they take applications.
          </EmptyState>
        ) : (
          <ul>
            {programs.map((p) => (
              <Program key={p.id} p={p} applied={applied.has(p.id)} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

/** /vendor-portal/grants: subawards, applications and what can be applied for. */
export default function PortalGrants() {
  return (
    <PortalFrame
      title="Grants"
      sub="Money that agencies pass on: apply, report costs, ask for payment."
    >
      <Body />
    </PortalFrame>
  );
}
