import { OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { ApiProblem, messageOf } from "#web/kit/api.ts";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { useAttachments } from "#web/kit/record/Attachments.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { BudgetEffect } from "#areas/budget/budget.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { AdviceText, NearPurchases } from "../method/AdvicePanel.tsx";
import { methods } from "../method/method.labels.ts";
import { deliveryOf } from "../delivery/delivery.labels.ts";
import { LinesTable } from "./LinesTable.tsx";
import { AskOverride, OverrideNotice } from "./OverrideNotice.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";

function Section({ title, edit, children }: { title: string; edit: string; children: ReactNode }) {
  return (
    <Panel
      title={title}
      aside={
        <Link className="text-13" to={edit}>
          Change<span className="visually-hidden"> {title.toLowerCase()}</span>
        </Link>
      }
    >
      {children}
    </Panel>
  );
}

/** Which account lacks how much: what the server said when it refused. */
function OverBudget({ problem }: { problem: ApiProblem }) {
  const { available, needed } = problem.extra as { available?: number; needed?: number };
  return (
    <div className="notice tone-danger" role="alert">
      <OctagonX aria-hidden="true" />
      <div className="grid grid-cols-1 gap-2">
        <strong>This exceeds the budget</strong>
        <p>{problem.detail}</p>
        {typeof available === "number" && typeof needed === "number" && (
          <div className="text-t2">
            <Facts>
              <Fact label="Available">{formatCents(available)}</Fact>
              <Fact label="Needed">{formatCents(needed)}</Fact>
              <Fact label="Missing">
                <span className="num font-medium">{formatCents(needed - available)}</span>
              </Fact>
            </Facts>
          </div>
        )}
      </div>
    </div>
  );
}

function Refusal({ error, edit }: { error: Error; edit: string }) {
  if (error instanceof ApiProblem && error.code === "over_budget")
    return <OverBudget problem={error} />;
  const fields = error instanceof ApiProblem ? error.errors : [];
  return (
    <div className="error-summary" role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      {fields.length === 0 ? (
        <p>{messageOf(error)}</p>
      ) : (
        <ul>
          {fields.map((field) => (
            <li key={field.path + field.message}>
              <Link to={edit}>{field.message}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SubmitBar({ requisition, short }: { requisition: RequisitionDetail; short: boolean }) {
  const navigate = useNavigate();
  const submit = useMutationAction<{ id: string }>("requisitions", "approvals", "budget-lines");
  const edit = pathTo("requisitionEdit", { id: requisition.id });
  const refusedOver = submit.error instanceof ApiProblem && submit.error.code === "over_budget";
  const send = () =>
    submit.mutate(
      {
        path: `/api/v1/requisitions/${requisition.id}/actions/submit`,
        body: {},
        version: requisition.version,
      },
      { onSuccess: () => void navigate(`${pathTo("requisition", { id: requisition.id })}?sent=1`) },
    );
  const action = requisition.actions.find((each) => each.name === "submit");
  return (
    <div className="grid grid-cols-1 gap-4">
      {submit.error && <Refusal error={submit.error} edit={edit} />}
      {(short || refusedOver) &&
        requisition.budgetOverride?.status !== "asked" &&
        requisition.canEdit && (
          <AskOverride requisition={requisition} onAsked={() => submit.reset()} />
        )}
      <div className="form-foot">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={submit.isPending || !action?.enabled}
          onClick={() => {
            if (action?.enabled && !submit.isPending) send();
          }}
        >
          {submit.isPending ? "Submitting…" : "Submit for approval"}
        </button>
        <Link className="btn" to={edit}>
          Change
        </Link>
        <Link className="btn btn-quiet" to={pathTo("requisition", { id: requisition.id })}>
          Keep as a draft
        </Link>
        {action && !action.enabled && <span className="text-13 text-t3">{action.reason}</span>}
      </div>
      <p className="text-13 text-t3">
        Submitting reserves {formatCents(requisition.amount)} in the budget and asks the approvers
        of the agency's policy. You can take it back until it is approved.
      </p>
    </div>
  );
}

/**
 * Check answers: everything that was typed, as the server understood it, before it goes to the
 * approvers.
 */
export default function RequisitionCheck() {
  const { id = "" } = useParams();
  const record = useRecord<RequisitionDetail>("/api/v1/requisitions", id);
  const files = useAttachments("requisition", id).data?.items ?? [];
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel
        error={record.error}
        what="This requisition"
        onRetry={() => void record.refetch()}
      />
    );
  const r = record.data;
  if (r.status !== "draft" && r.status !== "returned")
    return <Navigate to={`${pathTo("requisition", { id })}?sent=1`} replace />;
  const edit = pathTo("requisitionEdit", { id });
  const short = r.missing > 0 && !r.budgetOverride?.stands;
  const facts: [string, ReactNode][] = [
    ["What", r.title],
    ["Department", r.department],
    ["Needed on", formatDate(r.neededOn)],
    ["Deliver to", deliveryOf(r)],
    ["Emergency", r.emergency ? "Yes" : "No"],
    ["Suggested vendor", r.vendor ?? "—"],
  ];
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <p className="plate">
          <span className="plate-number">{r.number}</span>
          <span className="text-t2">Draft saved</span>
        </p>
        <h1 className="mt-2">Check before you submit</h1>
      </div>
      <OverrideNotice requisition={r} />
      {short && (
        <div className="notice tone-warning">
          <TriangleAlert aria-hidden="true" />
          <p>
            The budget lacks {formatCents(r.missing)}. Submitting is refused until a budget officer
            grants an override
            {r.budgetOverride?.status === "asked"
              ? "; they are asked"
              : "; you can ask for one below"}
            . Or reduce the amount, or choose another account.
          </p>
        </div>
      )}
      <div className="record-body" data-rail="true">
        <div className="stack">
          <Section title="What, for whom, by when" edit={edit}>
            <Facts rows={facts} />
          </Section>
          <Panel
            title="Lines and accounts"
            aside={
              <Link className="text-13" to={edit}>
                Change<span className="visually-hidden"> lines</span>
              </Link>
            }
            flush
          >
            <LinesTable requisition={r} />
          </Panel>
          <Section title="Why" edit={edit}>
            {r.justification ? (
              <p className="whitespace-pre-wrap">{r.justification}</p>
            ) : (
              <p className="text-warning">No justification yet. Approvers decide on it.</p>
            )}
            {files.length > 0 && (
              <p className="mt-3 text-13 text-t2">
                Attached: {files.map((file) => file.name).join(", ")}
              </p>
            )}
          </Section>
        </div>
        <aside className="stack" aria-label="Budget and method">
          <Panel title="Budget effect">
            <BudgetEffect rows={r.budget} covered={r.budgetOverride?.stands ?? false} />
          </Panel>
          <Panel title="Method">
            {r.method && r.advice && r.method !== r.advice.method && (
              <p className="mb-3">
                Chosen: <b className="font-medium">{methods[r.method]}</b>
              </p>
            )}
            {r.advice ? (
              <div className="grid grid-cols-1 gap-3">
                <AdviceText advice={r.advice} />
                <NearPurchases near={r.lookback} amount={r.amount} crosses={r.splitWarning} />
              </div>
            ) : (
              <p className="text-warning">No procurement thresholds hold on this day.</p>
            )}
          </Panel>
        </aside>
      </div>
      <SubmitBar requisition={r} short={short} />
    </div>
  );
}
