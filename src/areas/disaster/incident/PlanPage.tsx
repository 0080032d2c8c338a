import { FileDown } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { planCycle } from "./incident.labels.ts";
import type { PlanDetail } from "./incident.model.ts";
import { PlanDialog, type PlanPart } from "./PlanDialogs.tsx";
import { FillIn, PlanTables } from "./PlanForms.tsx";
import { noForms } from "./plan-forms.model.ts";

/** What of a plan is still open, as a sentence; what nobody entered is named. */
const finding = ({ status, plan, contacts }: PlanDetail): string => {
  const open = plan.organization.filter((p) => p.person === null).length;
  const silent = contacts.filter((c) => c.methods === "").length;
  const lacks = [
    ...(open ? [`${counted(open, "position")} open`] : []),
    ...(silent ? [`${counted(silent, "person", "people")} without a way to reach them`] : []),
    ...((plan.forms ?? noForms).channels.length ? [] : ["no radio channel"]),
    ...((plan.forms ?? noForms).hospitals.length ? [] : ["no hospital"]),
  ];
  const stands = planCycle.statuses[status].label;
  return lacks.length ? `${stands}: ${lacks.join(", ")}` : `${stands}, and nothing is open in it`;
};

function Forms({ detail, onChange }: { detail: PlanDetail; onChange: (part: PlanPart) => void }) {
  const { timeZone } = useAgency();
  const { plan } = detail;
  const typed = [
    ["Weather and situation", plan.weather],
    ["Safety message (ICS 208)", plan.safety],
  ] as const;
  return (
    <>
      <p className="text-15 font-semibold">{finding(detail)}</p>
      <p className="text-t2">
        Prepared by {plan.preparedBy ?? "nobody"}, approved by {plan.approvedBy ?? "nobody yet"}
      </p>
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
        <Panel
          key={title}
          title={title}
          aside={<FillIn detail={detail} part="words" empty={text === ""} onChange={onChange} />}
        >
          <p className="whitespace-pre-wrap">{text || "Nothing for this period."}</p>
        </Panel>
      ))}
      <PlanTables detail={detail} onChange={onChange} />
      {detail.sha256 && (
        <p className="text-13 break-all text-t2">Frozen as approved, SHA-256 {detail.sha256}.</p>
      )}
    </>
  );
}

/** An incident action plan: as approved, else as the records stand now. */
export default function PlanPage() {
  const { id = "" } = useParams();
  const [changing, setChanging] = useState<{ part: PlanPart; detail: PlanDetail } | null>(null);
  return (
    <>
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
        ]}
        tabs={[
          {
            id: "plan",
            label: "Plan",
            content: (p) => (
              <Forms detail={p} onChange={(part) => setChanging({ part, detail: p })} />
            ),
          },
        ]}
      />
      {changing && (
        <PlanDialog
          detail={changing.detail}
          part={changing.part}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
