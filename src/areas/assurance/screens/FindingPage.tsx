import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { SubjectActions } from "#areas/assets/assets.ui.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { findingCycle, findingStatuses, severities, sources } from "../finding/finding.labels.ts";
import type { FindingDetail } from "../finding/finding.model.ts";
import type { FindingAsked as Asked } from "./asked.ts";

const FindingDialog = dialogOnDemand(
  async () => (await import("./FindingDialog.tsx")).FindingDialog,
);
const FindingAsk = dialogOnDemand(async () => (await import("./FindingAsk.tsx")).FindingAsk);

const look = {
  statuses: findingStatuses,
  course: findingCycle.course,
  actions: findingCycle.actions,
};
const own = ["accept", "plan", "dispute"] as const;

const saidOf = (f: FindingDetail): string => {
  if (f.recurrences > 0 && f.status === "in_remediation")
    return `It happened again ${f.recurrences === 1 ? "once" : `${f.recurrences} times`} after it was put right`;
  if (f.status === "open") return `${f.responderName} has not answered yet`;
  if (f.status === "disputed") return `${f.responderName} disagrees`;
  return `${severities[f.severity]}: ${findingStatuses[f.status].label.toLowerCase()}`;
};

function Answer({ of }: { of: FindingDetail }) {
  const r = of.response;
  return (
    <Panel title="Response">
      {r ? (
        <Facts
          rows={[
            ["Contact person", r.contact],
            ["Planned corrective action", r.action],
            ["Anticipated completion", r.completeOn && formatDate(r.completeOn)],
            ["Views", r.views],
            ["Why it disagrees", r.disagrees],
            ["Auditors' answer", r.upheld],
            ["Answered on", of.respondedOn && formatDate(of.respondedOn)],
          ]}
        />
      ) : (
        <p className="text-t2">{of.responderName} has not answered yet.</p>
      )}
    </Panel>
  );
}

function Found({ of }: { of: FindingDetail }) {
  return (
    <>
      <Finding parts={[{ text: saidOf(of) }]} none="" />
      <Panel title="The finding">
        <Facts
          rows={[
            [
              "Audit",
              of.auditId && (
                <Link key="audit" to={pathTo("auditEngagement", { id: of.auditId })}>
                  {of.audit}
                </Link>
              ),
            ],
            ["Source", [sources[of.source], of.sourceNumber].filter(Boolean).join(" ")],
            ["Reference number", of.reference],
            ["Severity", severities[of.severity]],
            ["Criteria", of.criteria],
            ["Condition", of.condition],
            ["Cause", of.cause],
            ["Effect", of.effect],
            ["Recommendation", of.recommendation],
            ...of.questioned.map((q): [string, string] => [
              `Questioned, ${q.award}`,
              `${formatCents(q.known)} known, ${formatCents(q.likely)} likely`,
            ]),
            ["First occurred", `Fiscal year ${of.firstYear}`],
            [
              "Repeats",
              of.repeatsId && (
                <Link key="repeats" to={pathTo("auditFinding", { id: of.repeatsId })}>
                  {of.repeats}
                </Link>
              ),
            ],
            [
              "Counted anew",
              of.recount &&
                `${of.recount.list}?${of.recount.query}, ${of.recount.most} at the most`,
            ],
          ]}
        />
      </Panel>
      <Answer of={of} />
      {of.status !== "open" && <SubjectActions type="auditFinding" id={of.id} />}
      <Attachments objectType="auditFinding" objectId={of.id} />
    </>
  );
}

const tabs: readonly RecordTab<FindingDetail>[] = [
  { id: "finding", label: "Finding", content: (of) => <Found of={of} /> },
];

/** What was found, how it is answered, and what is done about it. */
export default function FindingPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<{ what: Asked | "change"; of: FindingDetail } | null>(null);
  const close = () => setAsked(null);
  const extra = (of: FindingDetail) => [
    ...own.flatMap((what) => {
      const action = of.actions.find(({ name }) => name === what);
      return action?.enabled
        ? [
            {
              label: action.label,
              ...(action.tone === "primary" && { tone: "primary" as const }),
              onSelect: () => setAsked({ what, of }),
            },
          ]
        : [];
    }),
    ...(of.canEdit
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            onSelect: () => setAsked({ what: "change", of }),
          },
        ]
      : []),
    ...(of.mine && of.status !== "closed"
      ? [{ label: "What is counted anew", onSelect: () => setAsked({ what: "recount", of }) }]
      : []),
    ...(of.mine || of.status !== "open"
      ? [{ label: "Summary schedule", onSelect: () => setAsked({ what: "schedule", of }) }]
      : []),
  ];
  return (
    <>
      <RecordPage<FindingDetail>
        path="/api/v1/audit-findings"
        id={id}
        lifecycle={look}
        title={({ title }) => title}
        subtitle={({ severity }) => severities[severity]}
        owner={({ responderName }) => responderName}
        amountCents={({ knownCents }) => knownCents || null}
        amountNote={() => "known questioned"}
        tabs={tabs}
        ownActions={own}
        extraActions={extra}
      />
      {asked?.what === "change" && <FindingDialog of={asked.of} audit={null} onClose={close} />}
      {asked && asked.what !== "change" && (
        <FindingAsk what={asked.what} of={asked.of} onClose={close} />
      )}
    </>
  );
}
