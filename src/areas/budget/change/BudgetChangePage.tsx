import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { changeCycle, changeKinds } from "./change.labels.ts";
import type { BudgetChangeDetail } from "./change.model.ts";

const look = {
  statuses: changeCycle.statuses,
  course: changeCycle.course,
  actions: changeCycle.actions,
};

const line = (id: string, code: string) => (
  <Link className="mono text-link" to={pathTo("budgetLine", { id })}>
    {code}
  </Link>
);

function BudgetChangeFacts({ change: c }: { change: BudgetChangeDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title={changeKinds[c.kind]}>
      <Facts>
        {c.fromId && <Fact label="From">{line(c.fromId, c.from!)}</Fact>}
        <Fact label={c.fromId ? "To" : "Line"}>{line(c.lineId, c.line)}</Fact>
        <Fact label="Fiscal year">{c.year}</Fact>
        <Fact label="Source">{c.source}</Fact>
        <Fact label="Why">{c.reason}</Fact>
        <Fact label="Posted">
          {c.postedAt
            ? `${formatInstant(c.postedAt, timeZone)}, ${c.postedBy ?? "a former member"}`
            : "not yet: the budget is as it was"}
        </Fact>
        <Fact label="Not posted, because">{c.stopReason}</Fact>
      </Facts>
    </Panel>
  );
}

/** One amendment or transfer: its lines, why, where the money comes from, and who decides. */
export default function BudgetChangePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<BudgetChangeDetail>
      path="/api/v1/budget-changes"
      id={id}
      lifecycle={look}
      title={(c) => (c.from ? `${c.from} to ${c.line}` : c.line)}
      subtitle={(c) => changeKinds[c.kind]}
      owner={(c) => c.requestedBy}
      amountCents={(c) => c.amount}
      tabs={[
        { id: "change", label: "Change", content: (c) => <BudgetChangeFacts change={c} /> },
        {
          id: "approval",
          label: "Approval",
          content: (c) => <ApprovalPanel approvalId={c.approvalId} />,
        },
      ]}
    />
  );
}
