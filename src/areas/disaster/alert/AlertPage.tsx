import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { Area } from "#kernel/geo/area.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { alertStatuses, drawns } from "./alert.labels.ts";
import { PostDialog } from "../incident/parts.tsx";
import { NoEnd } from "./AlertTable.tsx";
import { ExposurePanel } from "./ExposurePanel.tsx";
import { PreparedOrders } from "./PreparedOrders.tsx";
import type { AlertDetail } from "./alert.model.ts";

function Chain({ alert }: { alert: AlertDetail }) {
  const { timeZone } = useAgency();
  return (
    <details>
      <summary className="cursor-pointer text-13">
        {counted(alert.chain.length, "message")} of this event
      </summary>
      <ol className="mt-2 grid gap-1">
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
    </details>
  );
}

function Places({ alert }: { alert: AlertDetail }) {
  const said = (live: boolean) =>
    alert.places
      .filter((place) => place.live === live)
      .map(({ label }) => label)
      .join("; ");
  return (
    <p className="text-13 text-t2 [overflow-wrap:anywhere]">
      {alert.number}. Still holds for: {said(true) || "none of its places"}.
      {said(false) && ` No more for: ${said(false)}.`}
    </p>
  );
}

/** A warning without an end asks to be ended; what was ended here may hold again. */
function Ending({ alert }: { alert: AlertDetail }) {
  const { can } = useAuth();
  const [asking, setAsking] = useState(false);
  const again = useMutationAction("weather-alerts");
  if (alert.status === "ended")
    return (
      <p className="flex flex-wrap items-center gap-3">
        Ended here: {alert.endReason}
        {can("alert.edit") && (
          <button
            type="button"
            className="btn btn-small"
            onClick={() =>
              again.mutate({ path: `/api/v1/weather-alerts/${alert.id}/actions/holdAgain` })
            }
          >
            Let it hold again
          </button>
        )}
      </p>
    );
  if (alert.status !== "active" || alert.endsAt) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <NoEnd alert={alert} />
      {can("alert.edit") && (
        <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
          End it here
        </button>
      )}
      {asking && (
        <PostDialog
          title="End this warning here"
          description="For this agency alone. When its issuer writes of the event again, that message stands."
          path={`/api/v1/weather-alerts/${alert.id}/actions/end`}
          submit="End it"
          nouns={["weather-alerts"]}
          values={{ reason: "" }}
          onClose={() => setAsking(false)}
        >
          <TextField name="reason" label="Why it is over" required maxLength={400} />
        </PostDialog>
      )}
    </p>
  );
}

const zonesSaid = ({ undrawnZones }: AlertDetail) =>
  undrawnZones.length > 0 &&
  `No layer of the agency draws ${counted(undrawnZones.length, "forecast zone")} (${undrawnZones
    .slice(0, 8)
    .join(", ")}${undrawnZones.length > 8 ? " and more" : ""}): whole counties stand for them.`;

function AreaMap({ alert }: { alert: AlertDetail }) {
  return (
    <Panel title={drawns[alert.drawn]}>
      {alert.areaProblem && (
        <p className="text-13 text-t2">
          The message's own area cannot be read: {alert.areaProblem}
        </p>
      )}
      {zonesSaid(alert) && <p className="text-13 text-t2">{zonesSaid(alert)}</p>}
      <AgencyMap
        alone
        label={`Area of ${alert.event}`}
        areas={[{ id: alert.id, label: alert.event, area: alert.area as Area, tone: "alert" }]}
        points={alert.exposure.points.map((point) => ({ ...point, about: point.nounLabel }))}
      />
    </Panel>
  );
}

/** What to do stands in front; the whole message is opened by whoever wants it. */
function Words({ alert }: { alert: AlertDetail }) {
  return (
    <Panel title={alert.instruction ? "What to do" : "What it says"}>
      <p className="whitespace-pre-wrap">{alert.instruction || alert.description}</p>
      {alert.instruction && (
        <details>
          <summary className="cursor-pointer text-13">The whole message</summary>
          <p className="whitespace-pre-wrap mt-2">{alert.description}</p>
        </details>
      )}
      <details>
        <summary className="cursor-pointer text-13">Counties and zones it names</summary>
        <Places alert={alert} />
      </details>
      {alert.chain.length > 1 && <Chain alert={alert} />}
    </Panel>
  );
}

function Twins({ alert }: { alert: AlertDetail }) {
  if (!alert.twins.length) return null;
  return (
    <p className="text-danger" role="alert">
      Another content came under the same identifier. Both are kept:{" "}
      {alert.twins.map((twin) => (
        <Link key={twin.id} to={pathTo("weatherAlert", { id: twin.id })}>
          {twin.headline || "the other one"}
        </Link>
      ))}
    </p>
  );
}

function Head({ alert }: { alert: AlertDetail }) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const draft = useMutationAction<{ id: string }>("incidents", "weather-alerts");
  const begin = () =>
    draft.mutate(
      { path: `/api/v1/weather-alerts/${alert.id}/incident`, body: {} },
      {
        onSuccess: (made) => void navigate(pathTo("incident", { id: made.id })),
        onError: (error) => notify.failed("No incident was drafted", error),
      },
    );
  return (
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
  );
}

/** One warning: its area and what it was drawn from, what is inside, and what became of it. */
export default function AlertPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const found = useRecord<AlertDetail>("/api/v1/weather-alerts", id);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="This alert" />;
  const alert = found.data;
  const times = [
    `sent ${formatInstant(alert.sentAt, timeZone)}`,
    alert.onsetAt && `from ${formatInstant(alert.onsetAt, timeZone)}`,
    alert.endsAt && `until ${formatInstant(alert.endsAt, timeZone)}`,
  ];
  return (
    <div className="stack">
      <Head alert={alert} />
      <p>
        {alert.headline}. {alert.areaText}. {alert.sender}, {times.filter(Boolean).join(", ")}.
      </p>
      <Ending alert={alert} />
      <Twins alert={alert} />
      <PreparedOrders alert={alert} />
      <div className="beside-map">
        <AreaMap alert={alert} />
        <Words alert={alert} />
      </div>
      <ExposurePanel alert={alert} />
    </div>
  );
}
