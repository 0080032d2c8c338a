import { CircleCheck, File as FileIcon, Hourglass, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";
import { shownPrice } from "#kernel/quantity.ts";
import { download } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { BudgetEffect } from "#areas/budget/budget.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { approvalStatuses, type DecisionName } from "./approval.labels.ts";
import type { ApprovalDetail } from "./approval.model.ts";
import { ApprovalSteps, nextAfter } from "./ApprovalSteps.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { behalfWords } from "./inbox.labels.ts";

/** Approve, Return, Reject for the person whom it waits for; else who it waits for. */
export function DecisionBar({ approval }: { approval: ApprovalDetail }) {
  const [asking, setAsking] = useState<DecisionName | null>(null);
  if (!approval.canDecide)
    return approval.whyNot ? (
      <p className="flex items-start gap-2 text-t2">
        <Hourglass className="mt-0.5 text-t3" aria-hidden="true" />
        {approval.whyNot}
      </p>
    ) : null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-primary flex-1"
          onClick={() => setAsking("approve")}
        >
          Approve
        </button>
        <button type="button" className="btn" onClick={() => setAsking("return")}>
          Return
        </button>
        <button type="button" className="btn" onClick={() => setAsking("reject")}>
          Reject
        </button>
      </div>
      <p className="text-12 text-t3">
        {approval.behalf.length > 0 && `You decide ${behalfWords(approval.behalf)}. `}
        {nextAfter(approval)}
      </p>
      {asking && (
        <DecisionDialog target={approval} decision={asking} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

/** What was looked at, with its citation. */
export function Checks({ checks }: { checks: ApprovalDetail["summary"]["checks"] }) {
  return (
    <ul className="checks">
      {checks.map((check) => (
        <li key={check.text} className={check.ok ? "pass" : "warn"}>
          {check.ok ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          <span>
            {!check.ok && <span className="visually-hidden">Attention: </span>}
            {check.text}
            {check.citation && <small>{check.citation}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Lines({ lines, total }: { lines: ApprovalDetail["summary"]["lines"]; total: number }) {
  return (
    <ul className="grid grid-cols-1">
      {lines.map((line, at) => (
        <li
          key={at}
          className="flex items-baseline justify-between gap-4 border-b border-hair py-2"
        >
          <span className="min-w-0">
            <span className="block">{line.description}</span>
            {(line.unitPrice === "" || Number(line.unitPrice) !== 0) && (
              <span className="text-12 text-t3">
                {line.quantity}
                {line.unitPrice !== "" && ` × ${shownPrice(line.unitPrice)}`}
              </span>
            )}
          </span>
          <span className="num">{formatCents(line.amount, { symbol: false })}</span>
        </li>
      ))}
      <li className="flex justify-between gap-4 border-b-[3px] border-double border-ctl py-2 font-semibold">
        <span>Total</span>
        <span className="num">{formatCents(total)}</span>
      </li>
    </ul>
  );
}

function Documents({ files }: { files: ApprovalDetail["documents"] }) {
  const get = (fileId: string) =>
    void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <ul className="files">
      {files.map((file) => (
        <li key={file.fileId}>
          <FileIcon aria-hidden="true" />
          <button
            type="button"
            className="min-w-0 truncate text-left text-link"
            onClick={() => get(file.fileId)}
          >
            {file.name}
          </button>
          <span className="text-t3">{fileSize(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, flat, children }: { title: string; flat: boolean; children: ReactNode }) {
  if (!flat) return <Panel title={title}>{children}</Panel>;
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-hair pt-4">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/**
 * Everything about one request for approval. `document` adds the document's own facts and lines
 * (where its page is not around it), its documents among them.
 */
export function ApprovalParts({
  approval,
  document = false,
  flat = false,
  budget = true,
}: {
  approval: ApprovalDetail;
  document?: boolean;
  flat?: boolean;
  budget?: boolean;
}) {
  const { summary, steps } = approval;
  return (
    <>
      {document && summary.facts.length > 0 && (
        <Part title="Request" flat={flat}>
          <Facts>
            {summary.facts.map((fact) => (
              <Fact key={fact.label} label={fact.label}>
                {isDate(fact.value) ? formatDate(fact.value) : fact.value}
              </Fact>
            ))}
          </Facts>
        </Part>
      )}
      {document && summary.lines.length > 0 && (
        <Part
          title={summary.lines.length === 1 ? "Line" : `${summary.lines.length} lines`}
          flat={flat}
        >
          <Lines lines={summary.lines} total={approval.amount} />
        </Part>
      )}
      {document && approval.documents.length > 0 && (
        <Part title="Documents" flat={flat}>
          <Documents files={approval.documents} />
        </Part>
      )}
      {budget && summary.budget.length > 0 && (
        <Part title="Budget effect" flat={flat}>
          <BudgetEffect rows={summary.budget} />
        </Part>
      )}
      {summary.checks.length > 0 && (
        <Part title="Checks" flat={flat}>
          <Checks checks={summary.checks} />
        </Part>
      )}
      <Part title="Steps and decisions" flat={flat}>
        <p className="mb-3 text-13 text-t3">Policy: {approval.policy}</p>
        <ApprovalSteps steps={steps} pending={approval.status === "pending"} />
      </Part>
    </>
  );
}

/**
 * A document's approval on its record page: status, what waits for whom, the decision buttons for
 * the person whose turn it is, budget effect,
 * checks, steps. Null: it was not submitted yet. `budget={false}` where the page shows the budget
 * effect beside it.
 */
export function ApprovalPanel({
  approvalId,
  budget = true,
}: {
  approvalId: string | null;
  budget?: boolean;
}) {
  if (!approvalId)
    return (
      <EmptyState kind="first-use" title="Not sent for approval yet">
        Who must approve is decided by the agency's approval policies when it is submitted.
      </EmptyState>
    );
  return <LoadedPanel id={approvalId} budget={budget} />;
}

function LoadedPanel({ id, budget }: { id: string; budget: boolean }) {
  const approval = useRecord<ApprovalDetail>("/api/v1/approvals", id);
  if (approval.isPending)
    return (
      <div role="status" aria-label="Loading the approval" className="grid grid-cols-1 gap-4">
        <div className="skeleton h-24" />
        <div className="skeleton h-40" />
      </div>
    );
  if (!approval.data)
    return (
      <ErrorPanel
        error={approval.error}
        what="The approval"
        onRetry={() => void approval.refetch()}
      />
    );
  const now = approval.data;
  return (
    <div className="stack">
      <Panel
        title={
          <span className="flex flex-wrap items-center gap-3">
            Approval <StatusBadge statuses={approvalStatuses} status={now.status} />
          </span>
        }
        aside={
          now.status === "pending" && now.dueAt ? (
            <DeadlineClock deadline={now.dueAt} label="Due" />
          ) : undefined
        }
      >
        {now.status === "pending" ? (
          <DecisionBar approval={now} />
        ) : (
          <p className="text-t2">
            {now.status === "approved"
              ? "Every step approved it."
              : now.status === "withdrawn"
                ? "It was taken back before it was decided."
                : `It was ${now.status}. The comment stands below.`}
          </p>
        )}
      </Panel>
      <ApprovalParts approval={now} budget={budget} />
    </div>
  );
}
