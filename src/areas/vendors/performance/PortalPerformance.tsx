import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import type { Measure } from "./performance.labels.ts";
import { planStatuses } from "./performance.labels.ts";
import type { PerformanceEvent, PlanRow, Scorecard } from "./performance.model.ts";
import { Events, ScorecardPanel } from "./Scorecard.tsx";

type Plan = PlanRow & {
  orgId: string;
  agency: string;
  finding: string;
  wanted: string;
  answer: string | null;
  outcome: string | null;
};
type Own = { agencies: { orgId: string; agency: string; card: Scorecard }[]; plans: Plan[] };

function ReplyDialog({
  orgId,
  event,
  onClose,
}: {
  orgId: string;
  event: PerformanceEvent;
  onClose: () => void;
}) {
  const act = useMutationAction("vendor-scorecards");
  return (
    <FormDialog<{ body: string }>
      title="Say your word"
      description={event.title}
      defaultValues={{ body: "" }}
      submitLabel="Send"
      onSubmit={async (v) => {
        await act.mutateAsync({
          path: `/api/v1/vendor-scorecards/${orgId}/replies`,
          body: { kind: event.kind, eventId: event.id, body: v.body },
        });
        notify.done("It stands beside the event now");
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea
        name="body"
        label="Your answer"
        hint="It cannot be changed later."
        rows={4}
        required
        maxLength={4000}
      />
    </FormDialog>
  );
}

function AnswerDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const act = useMutationAction("vendor-scorecards");
  return (
    <FormDialog<{ answer: string }>
      title={`Answer ${plan.number}`}
      description={plan.wanted}
      defaultValues={{ answer: "" }}
      submitLabel="Send the answer"
      onSubmit={async (v) => {
        await act.mutateAsync({
          path: `/api/v1/vendor-plans/${plan.orgId}/${plan.id}/actions/answer`,
          body: v,
        });
        notify.done("Answer sent");
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea
        name="answer"
        label="What you will do, or why the finding is wrong"
        rows={5}
        required
        maxLength={4000}
      />
    </FormDialog>
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const [open, setOpen] = useState<Plan | null>(null);
  if (plans.length === 0) return null;
  return (
    <Panel title="Corrective plans" flush>
      <ul>
        {plans.map((p) => (
          <li key={p.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-center gap-3">
              <span className="mono">{p.number}</span>
              <b className="font-medium">{p.title}</b>
              <StatusBadge statuses={planStatuses} status={p.status} />
              {p.status === "sent" && (
                <button
                  type="button"
                  className="btn btn-small btn-primary ml-auto"
                  onClick={() => setOpen(p)}
                >
                  Answer
                </button>
              )}
            </span>
            <span className="text-13 text-t2">{p.finding}</span>
            <span className="text-13">Wanted: {p.wanted}</span>
            <span className="text-12 text-t3">
              {p.agency} · by {formatDate(p.dueOn)}
              {p.answer && ` · you: ${p.answer}`}
              {p.outcome && ` · ended: ${p.outcome}`}
            </span>
          </li>
        ))}
      </ul>
      {open && <AnswerDialog plan={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function Agency({ own }: { own: Own["agencies"][number] }) {
  const [open, setOpen] = useState<Measure | null>(null);
  const [replying, setReplying] = useState<PerformanceEvent | null>(null);
  return (
    <section className="grid gap-3" aria-label={own.agency}>
      <h2>{own.agency}</h2>
      <div className="grid items-start gap-4 lg:grid-cols-[380px_minmax(0,1fr)]">
        <ScorecardPanel card={own.card} open={open} onOpen={setOpen} />
        {open && (
          <Events
            key={open}
            measure={open}
            noun="vendor-scorecards"
            path={(kind, page) =>
              `/api/v1/vendor-scorecards/${own.orgId}/events?kind=${kind}&page=${page}`
            }
            order={() => null}
            reply={(event) => (
              <div>
                <button
                  type="button"
                  className="btn btn-quiet btn-small"
                  onClick={() => setReplying(event)}
                >
                  Say your word
                </button>
              </div>
            )}
          />
        )}
      </div>
      {replying && (
        <ReplyDialog orgId={own.orgId} event={replying} onClose={() => setReplying(null)} />
      )}
    </section>
  );
}

function Body() {
  const own = useGet<Own>("vendor-scorecards", "/api/v1/vendor-scorecards");
  if (own.isPending) return <RecordSkeleton />;
  if (!own.data)
    return (
      <ErrorPanel error={own.error} what="Your scorecards" onRetry={() => void own.refetch()} />
    );
  if (own.data.agencies.length === 0)
    return (
      <section className="panel">
        <EmptyState kind="first-use" title="No agency knows you yet">
          Scorecards come from deliveries and invoices.
        </EmptyState>
      </section>
    );
  return (
    <>
      <Plans plans={own.data.plans} />
      {own.data.agencies.map((a) => (
        <Agency key={a.orgId} own={a} />
      ))}
    </>
  );
}

/**
 * /vendor-portal/performance: how agencies see the vendor, from which events, and its word on them.
 */
export default function PortalPerformance() {
  return (
    <PortalFrame
      title="Performance"
      sub="Every figure comes from events. Press a measure, look at them, and say your word where it is due."
    >
      <Body />
    </PortalFrame>
  );
}
