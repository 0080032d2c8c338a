import { CircleCheckBig, Hourglass, OctagonX, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";

const lacking = (r: RequisitionDetail) =>
  r.budgetOverride?.accounts.filter((a) => a.missing > 0) ?? [];

/**
 * What was asked and decided about exceeding the budget with this draft; nothing where nobody
 * asked.
 */
export function OverrideNotice({ requisition: r }: { requisition: RequisitionDetail }) {
  const { timeZone } = useAgency();
  const o = r.budgetOverride;
  if (!o || (r.status !== "draft" && r.status !== "returned")) return null;
  const by = (person: string | null, at: Instant | null) =>
    `${person ?? "a former member"}${at ? `, ${formatInstant(at, timeZone)}` : ""}`;
  const amounts = lacking(r).map((a) => (
    <span key={a.accountStringId} className="block">
      <span className="mono">{a.code}</span> lacks {formatCents(a.missing)}
    </span>
  ));
  if (o.status === "asked")
    return (
      <div className="notice tone-warning">
        <Hourglass aria-hidden="true" />
        <div>
          <strong>A budget override is asked for</strong>
          <p>{by(o.askedBy, o.askedAt)}</p>
          <p>
            <q>{o.reason}</q>
          </p>
          <p>{amounts}</p>
        </div>
      </div>
    );
  if (o.status === "refused")
    return (
      <div className="notice tone-danger">
        <OctagonX aria-hidden="true" />
        <div>
          <strong>The budget override was refused</strong>
          <p>{by(o.decidedBy, o.decidedAt)}</p>
          <p>
            <q>{o.decision}</q>
          </p>
        </div>
      </div>
    );
  return o.stands ? (
    <div className="notice tone-success">
      <CircleCheckBig aria-hidden="true" />
      <div>
        <strong>A budget override is granted</strong>
        <p>{by(o.decidedBy, o.decidedAt)}</p>
        <p>
          <q>{o.decision}</q>
        </p>
        <p>{amounts}</p>
        <p>It stands for exactly these lines in fiscal year {r.fiscalYear}. Any change ends it.</p>
      </div>
    </div>
  ) : (
    <div className="notice tone-warning">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>The budget override does not stand any more</strong>
        <p>It was granted for other amounts or another fiscal year. Ask for it again.</p>
      </div>
    </div>
  );
}

/** Asks the budget officers for an override, in the requester's words. */
export function AskOverride({
  requisition: r,
  onAsked,
}: {
  requisition: RequisitionDetail;
  onAsked: () => void;
}) {
  const ask = useMutationAction("requisitions", "tasks");
  const [reason, setReason] = useState("");
  const [missed, setMissed] = useState(false);
  const send = () => {
    if (!reason.trim()) {
      setMissed(true);
      document.getElementById("override-reason")?.focus();
      return;
    }
    ask.mutate(
      {
        path: `/api/v1/requisitions/${r.id}/actions/askOverride`,
        body: { reason: reason.trim() },
        version: r.version,
      },
      {
        onSuccess: () => {
          notify.done("The budget officers are asked", r.number);
          onAsked();
        },
      },
    );
  };
  return (
    <div className="grid max-w-[640px] grid-cols-1 gap-3">
      <div className="field">
        <label htmlFor="override-reason" className="text-t1">
          Why the budget should be exceeded
        </label>
        <p className="hint" id="override-hint">
          The budget officers get it as a task; approvers and auditors read it. The draft waits
          until one of them decides.
        </p>
        {missed && !reason.trim() && (
          <p className="error" id="override-error">
            Enter the reason
          </p>
        )}
        <textarea
          id="override-reason"
          className="field-control"
          rows={3}
          maxLength={2000}
          value={reason}
          aria-invalid={missed && !reason.trim()}
          aria-describedby={
            missed && !reason.trim() ? "override-hint override-error" : "override-hint"
          }
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {ask.error && (
        <div className="notice tone-danger" role="alert">
          <OctagonX aria-hidden="true" />
          <div>
            <strong>Nobody was asked</strong>
            <p>{messageOf(ask.error)}</p>
          </div>
        </div>
      )}
      <div>
        <button
          type="button"
          className="btn"
          aria-disabled={ask.isPending}
          onClick={() => {
            if (!ask.isPending) send();
          }}
        >
          {ask.isPending ? "Asking…" : "Ask for an override"}
        </button>
      </div>
    </div>
  );
}
