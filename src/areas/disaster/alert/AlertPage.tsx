import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { Area } from "#kernel/geo/area.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { alertStatuses, drawns } from "./alert.labels.ts";
import { PreparedOrders } from "./PreparedOrders.tsx";
import type { AlertDetail, Exposed } from "./alert.model.ts";

function Records({ title, records }: { title: string; records: readonly Exposed[] }) {
  if (!records.length) return null;
  return (
    <div>
      <h3 className="text-15 font-semibold">
        {title}: {records.length}
      </h3>
      <ul className="grid gap-1">
        {records.slice(0, 100).map((record) => (
          <li key={`${record.noun}${record.id}`}>
            <Link to={record.href}>{record.label}</Link>
            <span className="text-13 text-t2">
              {" "}
              {record.nounLabel}
              {record.fresh && ", newly inside"}
              {record.how === "zip" && ", placed by its ZIP"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Exposure({ alert }: { alert: AlertDetail }) {
  const of = (verdict: Exposed["verdict"]) =>
    alert.exposure.filter((record) => record.verdict === verdict);
  return (
    <Panel title="Exposure">
      {alert.drawn === "none" ? (
        <p>Area not drawn: nothing can be judged.</p>
      ) : (
        <>
          <Records title="Inside" records={of("inside")} />
          <Records title="Possibly inside" records={of("unknown")} />
          <Records title="Within 10 km" records={of("outside")} />
          {alert.exposure.length === 0 && <p>No record of the agency is inside or near.</p>}
        </>
      )}
      {alert.unplaced.length > 0 && (
        <p className="text-13 text-t2">
          Not judged, for they have no place:{" "}
          {alert.unplaced.map(({ label, count }) => `${label} ${count}`).join(", ")}.
        </p>
      )}
    </Panel>
  );
}

function Chain({ alert }: { alert: AlertDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Messages of this event">
      <ol className="grid gap-1">
        {alert.chain.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-2">
            <Link
              to={pathTo("weatherAlert", { id: each.id })}
              aria-current={each.id === alert.id ? "page" : undefined}
            >
              {formatInstant(each.sentAt, timeZone)}
            </Link>
            <span>{each.headline}</span>
            <StatusBadge statuses={alertStatuses} status={each.status} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** One warning: its area and what it was drawn from, what is inside, and what became of it. */
export default function AlertPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const navigate = useNavigate();
  const found = useRecord<AlertDetail>("/api/v1/weather-alerts", id);
  const draft = useMutationAction<{ id: string }>("incidents");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="This alert" />;
  const alert = found.data;
  const begin = () =>
    draft.mutate(
      { path: `/api/v1/weather-alerts/${id}/incident`, body: {} },
      {
        onSuccess: (made) => void navigate(pathTo("incident", { id: made.id })),
        onError: (error) => notify.failed("No incident was drafted", error),
      },
    );
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">{alert.event}</h1>
        <StatusBadge statuses={alertStatuses} status={alert.status} />
        {alert.test && <span className="badge tone-warning">Test: it triggers nothing</span>}
        {alert.incidents.map((i) => (
          <Link key={i.id} className="btn ml-auto" to={pathTo("incident", { id: i.id })}>
            {i.number} {i.title}
          </Link>
        ))}
        {alert.incidents.length === 0 && can("incident.edit") && (
          <button type="button" className="btn btn-primary ml-auto" onClick={begin}>
            Draft an incident
          </button>
        )}
      </div>
      <p>
        {alert.headline}. {alert.areaText}. {alert.sender}, {formatInstant(alert.sentAt, timeZone)}
        {alert.endsAt && `, until ${formatInstant(alert.endsAt, timeZone)}`}.
      </p>
      <Panel title={drawns[alert.drawn]}>
        {alert.areaProblem && (
          <p className="text-13 text-t2">
            The message's own area cannot be read: {alert.areaProblem}
          </p>
        )}
        <AgencyMap
          label={`Area of ${alert.event}`}
          areas={[{ id: alert.id, label: alert.event, area: alert.area as Area, tone: "alert" }]}
          points={alert.exposure.map((record) => ({
            ...record,
            id: `${record.noun}:${record.id}`,
            about: record.nounLabel,
          }))}
        />
      </Panel>
      <PreparedOrders alert={alert} />
      <Exposure alert={alert} />
      <Chain alert={alert} />
      <Panel title="What it says">
        <p className="whitespace-pre-wrap">{alert.description}</p>
        <p className="whitespace-pre-wrap">{alert.instruction}</p>
        <p className="text-13 text-t2 [overflow-wrap:anywhere]">
          {alert.number}. Counties (SAME): {alert.codes.join(", ") || "none"}; still holds for{" "}
          {alert.liveCodes.join(", ") || "none"}.
        </p>
      </Panel>
    </div>
  );
}
