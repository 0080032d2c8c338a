import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { ApprovalPanel, RecordSignatures } from "#areas/workflow/workflow.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { projectCourse, projectCycle, projectStatuses } from "../project/project.labels.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import { FieldTab } from "../log/FieldTab.tsx";
import { QuestionsTab } from "../question/QuestionsTab.tsx";
import { PayTab } from "../pay/PayTab.tsx";
import { PunchTab } from "../punch/PunchTab.tsx";
import { Assets } from "../closeout/Assets.tsx";
import { ForEverybody } from "../published/ForEverybody.tsx";
import { CloseoutPapers } from "../closeout/CloseoutPapers.tsx";
import { PayrollTab } from "../payroll/PayrollTab.tsx";
import { Sheet } from "./Sheet.tsx";

const AskSignatures = dialogOnDemand(
  async () => (await import("#areas/workflow/workflow.ui.tsx")).AskSignatures,
);
const ForecastDialog = dialogOnDemand(
  async () => (await import("./ProjectDialogs.tsx")).ForecastDialog,
);
const CertificateDialog = dialogOnDemand(
  async () => (await import("./ProjectDialogs.tsx")).CertificateDialog,
);

const ScheduleTab = lazy(() => import("../schedule/screens/ScheduleTab.tsx"));

const look = { statuses: projectStatuses, course: projectCourse, actions: projectCycle.actions };
type Of = { project: ProjectDetail };

function Contracts({ project: p }: Of) {
  return (
    <section className="grid gap-3">
      <h2>Contracts</h2>
      {p.named.length === 0 ? (
        <p className="text-t2">No contract is named yet.</p>
      ) : (
        <LineTable
          label="Contracts of the project"
          lines={p.named}
          keyOf={(c) => c.id}
          parts={[
            {
              label: "Contract",
              as: "title",
              cell: (c) => (
                <Link to={pathTo("contract", { id: c.id })}>
                  <span className="mono">{c.number}</span> {c.title}
                </Link>
              ),
            },
            { label: "Contractor", words: true, cell: (c) => c.vendor },
            { label: "Ends", cell: (c) => formatDate(c.endsOn) },
            {
              label: "Ceiling, $",
              as: "amount",
              cell: (c) => formatCents(c.ceiling, { symbol: false }),
            },
          ]}
        />
      )}
    </section>
  );
}

function OfPlan({ project: p }: Of) {
  if (p.phases.length === 0 && p.funding.length === 0) return null;
  return (
    <Panel title="Of the capital plan">
      <Facts
        rows={[
          ...p.phases.map((phase): [string, string] => [
            phase.name,
            formatCents(phase.cents.reduce((sum, cents) => sum + cents, 0)),
          ]),
          ...p.funding.map((f): [string, string] => [
            `${f.source}, ${f.year}`,
            formatCents(f.cents),
          ]),
          [
            "Request",
            p.capitalRequestId && (
              <Link to={pathTo("capitalRequest", { id: p.capitalRequestId })}>
                Open the request
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

function Team({ project: p }: Of) {
  return (
    <div className="stack">
      <Panel title="People and place">
        <Facts
          rows={[
            ["Engineer", p.engineer],
            ["Inspectors", p.inspectorNames.join(", ")],
            ["Department", p.department],
            ["Proposed by", p.proposer],
            [
              "Place",
              p.latitude ? (
                <Link to={`/map?lat=${p.latitude}&lng=${p.longitude}`}>
                  {p.place || `${p.latitude}, ${p.longitude}`}
                </Link>
              ) : (
                p.place
              ),
            ],
            ["Work starts", p.startsOn && formatDate(p.startsOn)],
            ["About", p.description],
          ]}
        />
      </Panel>
      <ForEverybody projectId={p.id} />
      <Contracts project={p} />
      <OfPlan project={p} />
    </div>
  );
}

function Open({ project: p }: Of) {
  if (p.status !== "substantially_complete") return null;
  return (
    <section className="grid gap-3">
      <h2>Before it is closed</h2>
      {p.open.length === 0 ? (
        <p className="text-t2">Nothing is open: it can be closed.</p>
      ) : (
        <ul className="grid gap-1">
          {p.open.map((matter) => (
            <li key={`${matter.what} ${matter.says}`}>
              {matter.href ? (
                <Link className="mono" to={matter.href}>
                  {matter.what}
                </Link>
              ) : (
                matter.what
              )}
              : {matter.says}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Closeout({ project: p }: Of) {
  return (
    <div className="stack">
      <CloseoutPapers projectId={p.id} open={<Open project={p} />} />
      <Assets projectId={p.id} />
      <Panel title="Certificate of substantial completion">
        {p.completedOn ? (
          <Facts
            rows={[
              ["Complete on", formatDate(p.completedOn)],
              ["Remaining work", formatCents(p.costToComplete)],
              [
                "To be done",
                <span key="rest" className="whitespace-pre-line">
                  {p.remaining || "Nothing"}
                </span>,
              ],
              ["Signed by", p.certifier ?? "Nobody yet"],
            ]}
          />
        ) : (
          <p className="text-t2">
            It is written once the work can be used, and lists what stands on the punch list then.
            Whoever may sign for the agency signs it.
          </p>
        )}
      </Panel>
      <RecordSignatures sourceType="project" sourceId={p.id} />
    </div>
  );
}

const tabs: readonly RecordTab<ProjectDetail>[] = [
  {
    id: "budget",
    label: "Budget",
    content: (p) => (
      <>
        {p.status === "submitted" && p.approvalId && <ApprovalPanel approvalId={p.approvalId} />}
        <Sheet project={p} />
      </>
    ),
  },
  {
    id: "schedule",
    label: "Schedule",
    content: (p) => (
      <Suspense fallback={<TableSkeleton columns={4} />}>
        <ScheduleTab projectId={p.id} />
      </Suspense>
    ),
  },
  { id: "field", label: "Field", content: (p) => <FieldTab projectId={p.id} /> },
  { id: "questions", label: "Questions", content: (p) => <QuestionsTab projectId={p.id} /> },
  { id: "pay", label: "Pay", content: (p) => <PayTab projectId={p.id} /> },
  { id: "punch", label: "Punch list", content: (p) => <PunchTab projectId={p.id} /> },
  { id: "payroll", label: "Payroll", content: (p) => <PayrollTab project={p} /> },
  { id: "closeout", label: "Closeout", content: (p) => <Closeout project={p} /> },
  { id: "team", label: "Team", content: (p) => <Team project={p} /> },
  {
    id: "approval",
    label: "Approval",
    content: (p) =>
      p.approvalId ? (
        <ApprovalPanel approvalId={p.approvalId} />
      ) : (
        <p className="text-t2">It was not sent for approval yet.</p>
      ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (p) => (
      <>
        <p>
          <EvidenceButton ids={[p.id]} name={p.number} />
        </p>
        <Attachments objectType="project" objectId={p.id} />
        <Comments objectType="project" objectId={p.id} />
      </>
    ),
  },
];

type Asked = "forecast" | "certificate" | "sign";

const extrasOf = (p: ProjectDetail, mayEdit: boolean, ask: (what: Asked) => void): ExtraAction[] =>
  mayEdit && p.canEdit
    ? [
        ...(p.status === "active"
          ? [
              ...(p.completedOn
                ? [
                    {
                      label: "Have it signed",
                      tone: "primary" as const,
                      onSelect: () => ask("sign"),
                    },
                  ]
                : []),
              {
                label: p.completedOn ? "Change the certificate" : "Certify completion",
                ...(p.completedOn ? {} : { tone: "primary" as const }),
                onSelect: () => ask("certificate"),
              },
            ]
          : []),
        { label: "Forecast", onSelect: () => ask("forecast") },
        {
          label: "Change",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("projectEdit", { id: p.id }),
        },
      ]
    : [];

/** A project: its money and days, its certificate, its people. */
export default function ProjectPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<{ what: Asked; project: ProjectDetail } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<ProjectDetail>
        path="/api/v1/projects"
        id={id}
        lifecycle={look}
        title={(p) => p.name}
        subtitle={(p) => [p.segmentCode, p.place].filter(Boolean).join(", ")}
        owner={(p) => p.engineer}
        amountCents={(p) => p.budgetCents}
        amountNote={() => "budget"}
        deadline={(p) => ({
          at: p.finishOn,
          label: "Contract days end",
          done: ["substantially_complete", "closed", "cancelled"].includes(p.status),
        })}
        extraActions={(p) =>
          extrasOf(p, can("project.edit"), (what) => setAsked({ what, project: p }))
        }
        tabs={tabs}
      />
      {asked?.what === "forecast" && <ForecastDialog project={asked.project} onClose={close} />}
      {asked?.what === "certificate" && (
        <CertificateDialog project={asked.project} onClose={close} />
      )}
      {asked?.what === "sign" && (
        <AskSignatures sourceType="project" sourceId={asked.project.id} onClose={close} />
      )}
    </>
  );
}
