import { useState } from "react";
import { Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { HoursPanel } from "#areas/assets/assets.ui.tsx";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { Area } from "#kernel/geo/area.ts";
import { dayOf, formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { AfterPanel } from "../after/AfterPanel.tsx";
import { TimelineList } from "../log/TimelineList.tsx";
import { ReleaseTable } from "../release/ReleaseTable.tsx";
import { categories, type Category } from "../request/request.labels.ts";
import { RequestTable } from "../request/RequestTable.tsx";
import { SitesPanel } from "../site/SitesPanel.tsx";
import { SituationPanel } from "../situation/SituationPanel.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { incidentCycle, levels } from "./incident.labels.ts";
import type { IncidentDetail } from "./incident.model.ts";
import { OrganizationPanel } from "./OrganizationPanel.tsx";
import { ActionChoice } from "./parts.tsx";
import { PeriodsPanel } from "./PeriodsPanel.tsx";

function FromStores({ incident }: { incident: IncidentDetail }) {
  if (incident.stockCents === 0) return null;
  return (
    <p className="grid gap-1">
      <span className="flex gap-2">
        <Link to={`/inventory/movements?q=${incident.number}`}>From the stores</Link>
        <b className="ml-auto">{formatCents(incident.stockCents)}</b>
      </span>
      <span className="text-13 text-t2">
        What was issued, without what came back, and less whatever was used of goods that orders of
        the incident bought: these count as bought.
      </span>
    </p>
  );
}

function Costs({ incident }: { incident: IncidentDetail }) {
  const issued = <FromStores incident={incident} />;
  if (!incident.costs.length)
    return (
      <>
        <p className="text-t2">Nothing was ordered for this incident.</p>
        {issued}
      </>
    );
  return (
    <>
      <ul className="grid gap-2">
        {incident.costs.map((cost) => (
          <li key={cost.departmentId} className="grid gap-1">
            <span className="flex gap-2">
              <Link
                to={`/purchase-orders?incidentId=${incident.id}&departmentId=${cost.departmentId}`}
              >
                {cost.department}: {cost.orders} {cost.orders === 1 ? "order" : "orders"}
              </Link>
              <b className="ml-auto">{formatCents(cost.committed)}</b>
            </span>
            <Link
              className="text-13"
              to={`/invoices?incidentId=${incident.id}&departmentId=${cost.departmentId}`}
            >
              of it spent {formatCents(cost.spent)}
            </Link>
          </li>
        ))}
      </ul>
      {issued}
      <h3 className="text-13 text-t2">Orders by category of work</h3>
      <ul className="grid gap-1">
        {incident.categories.map(({ category, committed }) => (
          <li key={category ?? ""} className="flex gap-2 text-13">
            {category ? categories[category as Category] : "No category yet"}
            <b className="ml-auto">{formatCents(committed)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Overview({ incident }: { incident: IncidentDetail }) {
  const { timeZone } = useAgency();
  const area = incident.area as Area;
  return (
    <>
      {incident.exercise && (
        <p className="badge tone-warning">Exercise: no ledger, no vendor, no public</p>
      )}
      <p className="max-w-[68ch] whitespace-pre-wrap">{incident.cause}</p>
      <Facts>
        <Fact label="Where">{incident.areaText || "Not said"}</Fact>
        <Fact label="Incident period">
          {formatDate(incident.beginsOn)}
          {incident.endsOn ? ` to ${formatDate(incident.endsOn)}` : ", still open"}
        </Fact>
        <Fact label="Declarations">
          {incident.declaration ?? "No local declaration"}
          {incident.declarationEndedAt &&
            ` (ended on ${formatDate(dayOf(incident.declarationEndedAt, timeZone))})`}
          {incident.federalNumbers.length > 0 && `, ${incident.federalNumbers.join(", ")}`}
        </Fact>
      </Facts>
      <AgencyMap
        label={`Area of ${incident.number}`}
        areas={[{ id: incident.id, label: incident.title, area, tone: "alert" }]}
      />
    </>
  );
}

/** One incident: where, who, when, what is asked for, what it costs, what is told. */
export default function IncidentPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [changing, setChanging] = useState<IncidentDetail | null>(null);
  const may = (i: IncidentDetail) =>
    i.status !== "closed" && (can("incident.edit") || i.sections.length > 0);
  return (
    <RecordPage<IncidentDetail>
      path="/api/v1/incidents"
      id={id}
      lifecycle={incidentCycle}
      title={(i) => i.title}
      subtitle={(i) =>
        i.level ? levels[i.level as keyof typeof levels] : "Nobody is activated yet"
      }
      extraActions={(i) =>
        can("incident.edit") && i.status !== "closed"
          ? [
              {
                label: "Change",
                icon: <Pencil aria-hidden="true" />,
                onSelect: () => setChanging(i),
              },
            ]
          : []
      }
      amountCents={(i) => i.costCents}
      amountNote={() => "committed, spent and issued"}
      actionFields={{
        activate: (
          <ActionChoice
            name="level"
            label="Level"
            options={Object.entries(levels).map(([value, label]) => [value, label] as const)}
          />
        ),
      }}
      tabs={[
        { id: "overview", label: "Overview", content: (i) => <Overview incident={i} /> },
        {
          id: "organization",
          label: "Organization",
          content: (i) => <OrganizationPanel incident={i} mayChange={may(i)} />,
        },
        {
          id: "periods",
          label: "Periods",
          count: (i) => i.periods.length,
          content: (i) => <PeriodsPanel incident={i} mayChange={may(i)} />,
        },
        {
          id: "situation",
          label: "Situation",
          content: (i) => <SituationPanel incidentId={i.id} mayReport={may(i)} />,
        },
        {
          id: "requests",
          label: "Requests",
          content: (i) => <RequestTable incidentId={i.id} mayAsk={may(i)} />,
        },
        {
          id: "hours",
          label: "Hours",
          content: (i) => (
            <HoursPanel
              of={{ incidentId: i.id }}
              open={["activated", "response", "recovery"].includes(i.status)}
            />
          ),
        },
        {
          id: "log",
          label: "Log",
          content: (i) => <TimelineList incidentId={i.id} mayWrite={may(i)} />,
        },
        {
          id: "releases",
          label: "Releases",
          content: (i) => (
            <>
              <ReleaseTable incidentId={i.id} mayTell={i.tells} />
              <SitesPanel incidentId={i.id} mayTell={i.tells} />
            </>
          ),
        },
        {
          id: "after",
          label: "After action",
          content: (i) => <AfterPanel incidentId={i.id} mayWrite={may(i)} />,
        },
        {
          id: "documents",
          label: "Documents",
          content: (i) => (
            <>
              <Attachments objectType="incident" objectId={i.id} />
              <Comments objectType="incident" objectId={i.id} />
            </>
          ),
        },
      ]}
      rail={(i) => (
        <>
          {changing && <EditDialog incident={changing} onClose={() => setChanging(null)} />}
          <Panel title="Cost, by the ledger">
            <Costs incident={i} />
          </Panel>
          {i.alertId && (
            <Link className="btn" to={pathTo("weatherAlert", { id: i.alertId })}>
              The warning that it began with
            </Link>
          )}
        </>
      )}
    />
  );
}
