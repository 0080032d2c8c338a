import { FileDown, Printer } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { planCycle } from "./incident.labels.ts";
import type { PlanDetail } from "./incident.model.ts";

function Forms({ detail }: { detail: PlanDetail }) {
  const { timeZone } = useAgency();
  const { plan } = detail;
  const typed = [
    ["Weather and situation", plan.weather],
    ["Radio communications plan (ICS 205)", plan.communications],
    ["Medical plan (ICS 206)", plan.medical],
    ["Safety message (ICS 208)", plan.safety],
  ] as const;
  return (
    <>
      <Panel title="Incident objectives (ICS 202)">
        <p>
          Period {plan.period.no}: {formatInstant(plan.period.from, timeZone)} to{" "}
          {formatInstant(plan.period.to, timeZone)}
        </p>
        <ol className="list-decimal pl-5">
          {plan.objectives.map((objective) => (
            <li key={objective}>{objective}</li>
          ))}
        </ol>
      </Panel>
      <Panel title="Organization assignment list (ICS 203)">
        <Facts>
          {plan.organization.map((row) => (
            <Fact key={row.position} label={row.position}>
              {row.person ?? "open"}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title="Resources assigned (ICS 204)">
        <ul>
          {plan.resources.map((row) => (
            <li key={row.number}>
              {row.number} {row.title}
            </li>
          ))}
        </ul>
        {plan.resources.length === 0 && <p className="text-t2">None yet.</p>}
      </Panel>
      {typed.map(([title, text]) => (
        <Panel key={title} title={title}>
          <p className="whitespace-pre-wrap">{text || "Nothing for this period."}</p>
        </Panel>
      ))}
      <p className="text-13 text-t2">
        Forms follow the ICS set; the numbers of their blocks are not verified.
        {detail.sha256 && ` Frozen as approved, SHA-256 ${detail.sha256}.`}
      </p>
    </>
  );
}

/** An incident action plan: as approved, else as the records stand now. */
export default function PlanPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<PlanDetail>
      path="/api/v1/incident-plans"
      id={id}
      lifecycle={planCycle}
      title={(p) => `Action plan of period ${p.periodNo}`}
      subtitle={(p) => <Link to={pathTo("incident", { id: p.incidentId })}>{p.incident}</Link>}
      extraActions={(p) => [
        {
          label: "PDF",
          icon: <FileDown aria-hidden="true" />,
          onSelect: () =>
            void download(`/api/v1/incident-plans/${p.id}/pdf`).catch((error: unknown) =>
              notify.failed("Not saved", error),
            ),
        },
        {
          label: "Print",
          icon: <Printer aria-hidden="true" />,
          onSelect: () => window.print(),
        },
      ]}
      tabs={[{ id: "plan", label: "Plan", content: (p) => <Forms detail={p} /> }]}
      rail={(p) => (
        <Facts>
          <Fact label="Prepared by">{p.plan.preparedBy ?? "—"}</Fact>
          <Fact label="Approved by">{p.plan.approvedBy ?? "Nobody yet"}</Fact>
        </Facts>
      )}
    />
  );
}
