import { Pencil } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { auditCycle, auditKinds, auditStatuses } from "../audit/audit.labels.ts";
import type { AuditDetail } from "../audit/audit.model.ts";
import { AuditTeam } from "./AuditTeam.tsx";
import { FindingTable } from "./FindingTable.tsx";
import { Papers } from "./Papers.tsx";
import { Populations, Programme } from "./Programme.tsx";
import { RequestTable } from "./RequestTable.tsx";

const AuditDialog = dialogOnDemand(async () => (await import("./AuditDialog.tsx")).AuditDialog);
const AuditAsk = dialogOnDemand(async () => (await import("./AuditAsk.tsx")).AuditAsk);
const FindingDialog = dialogOnDemand(
  async () => (await import("./FindingDialog.tsx")).FindingDialog,
);

const look = { statuses: auditStatuses, course: auditCycle.course, actions: auditCycle.actions };

const saidOf = (audit: AuditDetail): string => {
  if (audit.issuedOn) return `The report was issued on ${formatDate(audit.issuedOn)}`;
  return audit.papers
    ? "Its papers are the team's alone until the report is issued"
    : "Its papers are read once the report is issued";
};

function Programmed({ audit }: { audit: AuditDetail }) {
  return (
    <>
      <Finding parts={[{ text: saidOf(audit) }]} none="" />
      <Panel title="The audit">
        <Facts
          rows={[
            ["Kind", auditKinds[audit.kind]],
            ["Fiscal year", String(audit.fiscalYear)],
            ["Scope and objectives", audit.scope],
            ["Answers for it", audit.contactName],
            ["Starts", formatDate(audit.startsOn)],
            ["Response due", audit.responseDueOn && formatDate(audit.responseDueOn)],
            ["Auditor reported", audit.reportedOn && formatDate(audit.reportedOn)],
            ["Report accepted", audit.acceptedOn && formatDate(audit.acceptedOn)],
          ]}
        />
      </Panel>
      <AuditTeam audit={audit} />
      {audit.papers && <Programme audit={audit} />}
      <RecordDeadlines sourceId={audit.id} />
    </>
  );
}

const tabs: readonly RecordTab<AuditDetail>[] = [
  { id: "programme", label: "Programme", content: (audit) => <Programmed audit={audit} /> },
  { id: "populations", label: "Populations", content: (audit) => <Populations audit={audit} /> },
  {
    id: "requests",
    label: "Requests",
    content: ({ id }) => (
      <section className="grid gap-3">
        <h2>Requests</h2>
        <RequestTable auditId={id} />
      </section>
    ),
  },
  {
    id: "findings",
    label: "Findings",
    content: ({ id }) => (
      <section className="grid gap-3">
        <h2>Findings</h2>
        <FindingTable auditId={id} />
      </section>
    ),
  },
  { id: "papers", label: "Papers", content: (audit) => <Papers audit={audit} /> },
];

type Asked = {
  what: "change" | "procedure" | "request" | "finding" | "member" | "declare";
  audit: AuditDetail;
};

const offersOf = (audit: AuditDetail, ask: (what: Asked["what"]) => void) => {
  const { status, mine, team } = audit;
  if (!mine || status === "closed") return [];
  const early = ["planned", "fieldwork"].includes(status);
  const writes = ["fieldwork", "draft"].includes(status);
  const undeclared = team.some(({ declaredOn, role }) => !declaredOn && role !== "outside");
  return [
    ...(undeclared && status === "planned"
      ? [{ label: "Declare independence", onSelect: () => ask("declare") }]
      : []),
    ...(early ? [{ label: "Enter a procedure", onSelect: () => ask("procedure") }] : []),
    ...(writes ? [{ label: "Write a finding", onSelect: () => ask("finding") }] : []),
    { label: "Ask for something", onSelect: () => ask("request") },
    { label: "Add to the team", onSelect: () => ask("member") },
    {
      label: "Change",
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => ask("change"),
    },
  ];
};

/** An audit: its programme, populations, requests, findings and papers. */
export default function AuditPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<AuditDetail>
        path="/api/v1/audits"
        id={id}
        lifecycle={look}
        title={({ title }) => title}
        subtitle={({ kind, fiscalYear }) => `${auditKinds[kind]}, fiscal year ${fiscalYear}`}
        owner={({ leadName }) => leadName}
        deadline={({ reportDueOn, issuedOn }) => ({
          ...{ at: reportDueOn, label: "Report due", done: issuedOn !== null },
        })}
        tabs={tabs}
        extraActions={(audit) => offersOf(audit, (what) => setAsked({ what, audit }))}
      />
      {asked?.what === "change" && <AuditDialog of={asked.audit} onClose={close} />}
      {asked?.what === "finding" && (
        <FindingDialog
          of={null}
          audit={asked.audit}
          onClose={close}
          onDone={(finding) => void navigate(pathTo("auditFinding", { id: finding }))}
        />
      )}
      {asked && asked.what !== "change" && asked.what !== "finding" && (
        <AuditAsk what={asked.what} audit={asked.audit} onClose={close} />
      )}
    </>
  );
}
