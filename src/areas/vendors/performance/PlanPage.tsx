import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { planCourse, planStatuses } from "./performance.labels.ts";
import type { PlanDetail } from "./performance.model.ts";

const look = { statuses: planStatuses, course: planCourse };

function Body({ plan }: { plan: PlanDetail }) {
  const { timeZone } = useAgency();
  return (
    <>
      <Panel title="What was found">
        <p className="whitespace-pre-wrap">{plan.finding}</p>
      </Panel>
      <Panel title="What must become better">
        <p className="whitespace-pre-wrap">{plan.wanted}</p>
      </Panel>
      <Panel title="The vendor's answer">
        {plan.answer ? (
          <>
            <p className="whitespace-pre-wrap">{plan.answer}</p>
            <p className="mt-2 text-13 text-t3">
              {plan.answeredBy}
              {plan.answeredAt && `, ${formatInstant(plan.answeredAt, timeZone)}`}
            </p>
          </>
        ) : (
          <p className="text-t2">None yet.</p>
        )}
      </Panel>
      {plan.outcome && (
        <Panel title="How it ended">
          <p className="whitespace-pre-wrap">{plan.outcome}</p>
        </Panel>
      )}
    </>
  );
}

/**
 * One corrective plan. Whatever becomes of it, nobody is excluded by it: suspending is a decision
 * of its own, with its own reason.
 */
export default function PlanPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<PlanDetail>
      path="/api/v1/corrective-plans"
      id={id}
      lifecycle={look}
      title={(p) => p.title}
      subtitle={(p) => (
        <>
          <Link to={pathTo("vendor", { id: p.vendorId })}>{p.vendor}</Link> ·{" "}
          <Link to={pathTo("vendorScorecard", { id: p.vendorId })}>scorecard</Link>
        </>
      )}
      deadline={(p) => ({
        at: p.dueOn,
        label: "To be met by",
        done: ["met", "not_met", "cancelled"].includes(p.status),
      })}
      tabs={[{ id: "plan", label: "Plan", content: (p) => <Body plan={p} /> }]}
      rail={(p) => (
        <>
          <RecordDeadlines sourceId={p.id} />
          <Panel title="What it is not">
            <p className="text-13 text-t2">
              A plan that was not met excludes nobody. Suspension and debarment are decisions of
              their own on the vendor's record, with notice and reason.
            </p>
          </Panel>
        </>
      )}
    />
  );
}
