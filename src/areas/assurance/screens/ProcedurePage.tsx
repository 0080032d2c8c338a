import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { procedureCycle, procedureStatuses } from "../procedure/procedure.labels.ts";
import type { ProcedureDetail } from "../procedure/procedure.model.ts";
import type { ProcedureAsked as Asked } from "./asked.ts";
import { PopulationPanel } from "./PopulationPanel.tsx";

const ProcedureAsk = dialogOnDemand(async () => (await import("./ProcedureAsk.tsx")).ProcedureAsk);

const look = {
  statuses: procedureStatuses,
  course: procedureCycle.course,
  actions: procedureCycle.actions,
};

const saidOf = ({ populations, status, reviewer }: ProcedureDetail): string => {
  if (status === "reviewed") return `Reviewed by ${reviewer}`;
  const items = populations.flatMap(({ samples }) => samples.flatMap((s) => s.items));
  const open = items.filter(({ result }) => result === null).length;
  if (open > 0) return `${open} of ${items.length} drawn records are not tested yet`;
  if (items.length > 0) return `All ${items.length} drawn records are tested`;
  return status === "prepared" ? "It waits for the review of another auditor" : "Nothing is drawn";
};

function Procedure({ of, ask }: { of: ProcedureDetail; ask: (asked: Asked) => void }) {
  const { timeZone } = useAgency();
  const said = (name: string | null, at: ProcedureDetail["preparedAt"]) =>
    name && at ? `${name}, ${formatInstant(at, timeZone)}` : null;
  return (
    <>
      <Finding parts={[{ text: saidOf(of) }]} none="" />
      <Panel title="The procedure">
        <Facts
          rows={[
            [
              "Audit",
              <Link key="audit" to={pathTo("auditEngagement", { id: of.auditId })}>
                {of.audit}
              </Link>,
            ],
            ["Clause", of.clause],
            ["Steps", of.steps],
            ["Done and seen", of.result],
            ["Prepared", said(of.preparer, of.preparedAt)],
            ["Reviewed", said(of.reviewer, of.reviewedAt)],
          ]}
        />
      </Panel>
      {of.populations.map((population) => (
        <PopulationPanel
          key={population.id}
          of={population}
          working={of.mine && of.status === "planned" && of.auditStatus === "fieldwork"}
          ask={ask}
        />
      ))}
      <Attachments objectType="auditProcedure" objectId={of.id} />
    </>
  );
}

/** A procedure of an audit, with what it was drawn from and what was found. */
export default function ProcedurePage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<(Asked & { of: ProcedureDetail }) | null>(null);
  const tabs: readonly RecordTab<ProcedureDetail>[] = [
    {
      id: "procedure",
      label: "Procedure",
      content: (of) => <Procedure of={of} ask={(next) => setAsked({ ...next, of })} />,
    },
  ];
  const extra = (of: ProcedureDetail) => {
    const prepare = of.actions.find(({ name }) => name === "prepare");
    return [
      ...(prepare
        ? [
            {
              label: "Prepared",
              tone: "primary" as const,
              ...(prepare.reason && { reason: prepare.reason }),
              onSelect: () => setAsked({ what: "prepare" as const, of }),
            },
          ]
        : []),
      ...(of.mine && of.status === "planned" && of.auditStatus === "fieldwork"
        ? [
            {
              label: "Freeze a population",
              onSelect: () => setAsked({ what: "freeze" as const, of }),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <RecordPage<ProcedureDetail>
        path="/api/v1/audit-procedures"
        id={id}
        lifecycle={look}
        title={({ title }) => title}
        subtitle={({ audit }) => audit}
        tabs={tabs}
        ownActions={["prepare"]}
        extraActions={extra}
      />
      {asked && <ProcedureAsk asked={asked} of={asked.of} onClose={() => setAsked(null)} />}
    </>
  );
}
