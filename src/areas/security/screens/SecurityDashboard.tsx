import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { alertStatuses } from "../alert/alert.labels.ts";
import type { Overview } from "../alert/alert.model.ts";

const series = [
  { id: "failed", label: "Failed sign-ins" },
  { id: "other", label: "Other events" },
  { id: "alerts", label: "Alerts" },
] as const;

const finding = ({ alerts, days }: Overview): string => {
  const failed = days.reduce((n, day) => n + day.failed, 0);
  const waits =
    alerts.length === 0
      ? "No alert waits for an answer"
      : `${counted(alerts.length, "alert waits", "alerts wait")} for an answer`;
  return `${waits}; ${counted(failed, "sign-in")} failed in thirty days.`;
};

const busiest = ({ days }: Overview): string => {
  const most = days.toSorted((a, b) => b.failed - a.failed)[0];
  return !most || most.failed === 0
    ? "No sign-in failed"
    : `Most sign-ins failed on ${formatDate(most.day)}: ${most.failed}`;
};

function Alerts({ alerts }: { alerts: Overview["alerts"] }) {
  if (alerts.length === 0) return <p className="text-t2">Nothing waits.</p>;
  return (
    <ul>
      {alerts.map((alert) => (
        <li
          key={alert.id}
          className="flex flex-wrap items-center gap-3 border-b border-hair py-3 last:border-0"
        >
          <Link
            className="min-w-0 flex-1 basis-full text-link sm:basis-0"
            to={pathTo("securityAlert", { id: alert.id })}
          >
            {alert.said}
          </Link>
          <StatusBadge statuses={eventSeverities} status={alert.severity} />
          <StatusBadge statuses={alertStatuses} status={alert.status} />
        </li>
      ))}
    </ul>
  );
}

function Thirty({ of }: { of: Overview }) {
  return (
    <>
      <p className="finding" role="status">
        {finding(of)}
      </p>
      <Panel title="Alerts that wait">
        <Alerts alerts={of.alerts} />
      </Panel>
      <Chart
        finding={busiest(of)}
        kind="line"
        series={series}
        points={of.days.map(({ day, failed, other, alerts }) => ({
          label: formatDate(day),
          values: { failed, other, alerts },
        }))}
        format={(value) => value.toLocaleString("en-US")}
        axis="Events"
      />
      <Panel title="In thirty days" flush>
        <ul className="grid sm:grid-cols-2 lg:grid-cols-3">
          {of.figures.map(({ label, value, href }) => (
            <li key={label} className="border-b border-hair px-4 py-3">
              <Link className="grid gap-1" to={href}>
                <span className="text-13 text-t2">{label}</span>
                <b className="text-link">{value.toLocaleString("en-US")}</b>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** /security-dashboard: what waits, thirty days, and figures that open their rows. */
export default function SecurityDashboard() {
  const { can } = useAuth();
  const sees = can("securityEvent.read");
  const read = useGet<Overview>("security-alerts", "/api/v1/security-overview", { enabled: sees });
  return (
    <div className="stack">
      <h1>Security dashboard</h1>
      {!sees && (
        <EmptyState kind="no-results" title="For security officers">
          Security officers, managers and administrators see what happened to accounts and doors
          here. Your own sign-ins stand under Security settings.
        </EmptyState>
      )}
      {sees && read.isPending && <RecordSkeleton />}
      {read.error && <ErrorPanel error={read.error} what="The security dashboard" />}
      {read.data && <Thirty of={read.data} />}
    </div>
  );
}
