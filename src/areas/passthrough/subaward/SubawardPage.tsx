import { ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { DeskReviews } from "../desk-review/DeskReviews.tsx";
import { RequestTable } from "../request/RequestTable.tsx";
import { ReportTab } from "../subaward-report/ReportTab.tsx";
import { ClassBudget } from "./ClassBudget.tsx";
import { FactsTab } from "./FactsTab.tsx";
import { riskLevels } from "./risk.model.ts";
import { subawardCycle, subawardCourse, subawardStatuses } from "./subaward.labels.ts";
import type { SubawardDetail } from "./subaward.model.ts";

const RiskDialog = dialogOnDemand(async () => (await import("./RiskDialog.tsx")).RiskDialog);

function Money({ subaward: s }: { subaward: SubawardDetail }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Passed on", formatCents(s.amount)],
    ["Accepted", formatCents(s.claimed)],
    ["Left", formatCents(s.left)],
    ["Encumbered", formatCents(s.encumbered)],
    ["Match", formatCents(s.match)],
    ["Days", `${formatDate(s.startsOn)} to ${formatDate(s.endsOn)}`],
    ["Account", s.account],
    [
      "Counts in the modified total direct costs",
      `${formatCents(s.mtdc.counts)} of at most ${formatCents(s.mtdc.cap)} (${s.mtdc.citation})`,
    ],
  ];
  return (
    <>
      <Facts rows={facts}>
        <Fact label="Reason">{s.statusReason}</Fact>
      </Facts>
      <ClassBudget subaward={s} />
    </>
  );
}

function Risk({ subaward: s }: { subaward: SubawardDetail }) {
  if (!s.riskLevel) return <p className="text-t2">The risk is not assessed yet.</p>;
  return (
    <>
      <p>
        <b>{riskLevels[s.riskLevel].label}</b>, {s.riskPoints} of 12 points, by {s.assessedBy}
        {s.assessedOn ? ` on ${formatDate(s.assessedOn)}` : ""}. Its costs are reviewed every{" "}
        {s.reviewEvery} months
        {s.nextReview ? `, next by ${formatDate(s.nextReview)}` : ""}.
      </p>
      <LineTable
        label="Risk"
        parts={[
          {
            label: "Question",
            as: "title",
            cell: (r) => (
              <>
                {r.text}
                <span className="block text-12 text-t3">{r.citation}</span>
              </>
            ),
          },
          { label: "Rests on", words: true, cell: (r) => r.note },
          { label: "Points", as: "amount", cell: (r) => r.points },
        ]}
        lines={s.risk}
        keyOf={(r) => r.question}
      />
    </>
  );
}

function Rail({ subaward: s }: { subaward: SubawardDetail }) {
  return (
    <Panel title="Where it comes from">
      <Facts>
        <Fact label="Award">
          <Link to={pathTo("award", { id: s.awardId })}>{s.award}</Link>
          <span className="block text-12 text-t3">{s.awardTitle}</span>
        </Fact>
        {s.applicationId && (
          <Fact label="Application">
            <Link to={pathTo("programApplication", { id: s.applicationId })}>{s.application}</Link>
          </Fact>
        )}
        <Fact label="Approved by">{s.approvedBy}</Fact>
        {s.executedOn && <Fact label="Executed">{formatDate(s.executedOn)}</Fact>}
      </Facts>
    </Panel>
  );
}

/** One subaward: its money, what it states by law, its risk, requests and reviews. */
export default function SubawardPage() {
  const { id = "" } = useParams();
  const [assessing, setAssessing] = useState<SubawardDetail | null>(null);
  return (
    <>
      <RecordPage<SubawardDetail>
        path="/api/v1/subawards"
        id={id}
        lifecycle={{
          statuses: subawardStatuses,
          course: subawardCourse,
          actions: subawardCycle.actions,
        }}
        title={(s) => s.title}
        subtitle={(s) => <Link to={pathTo("vendor", { id: s.vendorId })}>{s.subrecipient}</Link>}
        owner={(s) => s.owner}
        amountCents={(s) => s.amount}
        ownActions={["assess"]}
        extraActions={(s) => {
          const action = s.actions.find((a) => a.name === "assess");
          return action
            ? [
                {
                  label: action.label,
                  icon: <ShieldQuestion aria-hidden="true" />,
                  onSelect: () => setAssessing(s),
                  reason: action.enabled ? null : action.reason,
                },
              ]
            : [];
        }}
        tabs={[
          { id: "money", label: "Money", content: (s) => <Money subaward={s} /> },
          {
            id: "facts",
            label: "What it states",
            count: (s) => s.facts.filter((f) => f.open || !f.known).length || undefined,
            content: (s) => <FactsTab subaward={s} />,
          },
          { id: "report", label: "Report", content: (s) => <ReportTab subaward={s} /> },
          { id: "risk", label: "Risk", content: (s) => <Risk subaward={s} /> },
          { id: "requests", label: "Requests", content: (s) => <RequestTable subaward={s} /> },
          { id: "reviews", label: "Desk reviews", content: (s) => <DeskReviews subaward={s} /> },
          {
            id: "documents",
            label: "Documents",
            content: (s) => (
              <>
                <EvidenceButton ids={[s.id]} name={s.number} />
                <Attachments objectType="subaward" objectId={s.id} />
              </>
            ),
          },
        ]}
        rail={(s) => <Rail subaward={s} />}
      />
      {assessing && <RiskDialog subaward={assessing} onClose={() => setAssessing(null)} />}
    </>
  );
}
