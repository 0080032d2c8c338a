import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { severities } from "../finding/finding.labels.ts";
import type { AssuranceMorning } from "../morning/morning.model.ts";
import { AuditTable } from "./AuditTable.tsx";
import { RequestTable } from "./RequestTable.tsx";
import { Timeline } from "./Timeline.tsx";

const AuditDialog = dialogOnDemand(async () => (await import("./AuditDialog.tsx")).AuditDialog);

const part = (n: number, text: string, to?: string): FindingPart[] =>
  n > 0 ? [{ text, ...(to && { to }) }] : [];

const partsOf = (m: AssuranceMorning): FindingPart[] => [
  ...part(
    m.lateRequests,
    `${counted(m.lateRequests, "request")} of you ${m.lateRequests === 1 ? "is" : "are"} late`,
  ),
  ...part(
    m.requests - m.lateRequests,
    `${counted(m.requests - m.lateRequests, "request")} to deliver`,
  ),
  ...part(
    m.responses,
    `${counted(m.responses, "finding")} to answer`,
    `${pathTo("auditFindings")}?mine=true&status=open`,
  ),
  ...part(m.reviews, `${counted(m.reviews, "procedure")} to review`),
  ...part(m.declarations, `${counted(m.declarations, "audit")} to declare independence for`),
  ...part(
    m.open,
    `${counted(m.open, "finding is", "findings are")} open`,
    `${pathTo("auditFindings")}?open=true`,
  ),
];

const ages = [
  { id: "upTo30", label: "Up to 30 days" },
  { id: "upTo90", label: "31–90" },
  { id: "upTo365", label: "91–365" },
  { id: "beyond", label: "Over a year" },
] as const;

function Ages({ morning }: { morning: AssuranceMorning }) {
  if (morning.open === 0) return null;
  const old = morning.ages.reduce((n, { beyond }) => n + beyond, 0);
  return (
    <Chart
      finding={
        old > 0
          ? `${counted(old, "finding is", "findings are")} open for over a year`
          : "No finding is open for over a year"
      }
      kind="stacked"
      axis="Severity"
      series={ages}
      format={String}
      points={morning.ages.map(({ severity, ...values }) => ({
        label: severities[severity as keyof typeof severities],
        values,
      }))}
      height={200}
    />
  );
}

/** What of audits waits for whoever looks, the year of audits by phase, and open findings by age. */
export default function AuditsPage() {
  const navigate = useNavigate();
  const [planning, setPlanning] = useState(false);
  const { data } = useGet<AssuranceMorning>("assurance", "/api/v1/assurance");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Audits</h1>
        <Held permission="assurance.audit" what="Plan audits">
          <button type="button" className="btn btn-primary" onClick={() => setPlanning(true)}>
            Plan an audit
          </button>
        </Held>
      </div>
      {data && <Finding parts={partsOf(data)} none="Nothing of an audit waits for you." />}
      <Timeline />
      {data && <Ages morning={data} />}
      {data && data.requests > 0 && (
        <section className="grid gap-3">
          <h2>Asked of you</h2>
          <RequestTable mine />
        </section>
      )}
      <section className="grid gap-3">
        <h2>All audits</h2>
        <AuditTable />
      </section>
      {planning && (
        <AuditDialog
          of={null}
          onClose={() => setPlanning(false)}
          onDone={(id) => void navigate(pathTo("auditEngagement", { id }))}
        />
      )}
    </div>
  );
}
