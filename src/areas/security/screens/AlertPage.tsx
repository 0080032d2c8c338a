import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { eventSeverities, securityEventWords } from "#areas/identity/identity.public.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { alertCourse, alertCycle, alertStatuses } from "../alert/alert.labels.ts";
import type { AlertDetail } from "../alert/alert.model.ts";

const look = { statuses: alertStatuses, course: alertCourse, actions: alertCycle.actions };

function Found({ alert: a }: { alert: AlertDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  return (
    <Panel title={a.label}>
      <p className="finding mb-3">{a.said}</p>
      <Facts>
        <Fact label="Raised by">{a.rule}</Fact>
        <Fact label="Severity">
          <StatusBadge statuses={eventSeverities} status={a.severity} />
        </Fact>
        <Fact label="From">{formatInstant(a.firstAt, timeZone)}</Fact>
        <Fact label="To">{formatInstant(a.lastAt, timeZone)}</Fact>
        <Fact label="What to do">{a.remedy}</Fact>
        {a.handledBy && <Fact label="Officer">{a.handledBy}</Fact>}
        {a.answer && <Fact label="Explanation">{a.answer}</Fact>}
      </Facts>
      {a.caseId && can("securityCase.read") && (
        <p className="mt-3">
          <Link className="btn" to={pathTo("securityCase", { id: a.caseId })}>
            Open the case
          </Link>
        </p>
      )}
    </Panel>
  );
}

function Events({ events }: { events: AlertDetail["events"] }) {
  const { timeZone } = useAgency();
  return (
    <ul>
      {events.map((event) => (
        <li key={event.id} className="border-b border-hair px-4 py-2 last:border-0">
          {securityEventWords(event.kind)}
          {event.person && `: ${event.person}`}
          <p className="text-13 text-t3">
            {formatInstant(event.at, timeZone)}
            {event.address && ` · ${event.address}`}
            {event.about && ` · ${event.about}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** An alert: what was found, by which rule, its events, and what an officer makes of it. */
export default function AlertPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<AlertDetail>
      path="/api/v1/security-alerts"
      id={id}
      lifecycle={look}
      title={(a) => a.label}
      tabs={[
        {
          id: "found",
          label: "What was found",
          content: (a) => (
            <div className="stack">
              <Found alert={a} />
              <Panel title="Events" flush>
                <Events events={a.events} />
              </Panel>
            </div>
          ),
        },
      ]}
    />
  );
}
