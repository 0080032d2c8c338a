import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { GatePanel } from "#web/kit/GatePanel.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import { DeparturePanel } from "../evaluation/DeparturePanel.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { protestStatuses } from "#areas/market/market.public.ts";
import { InsurancePanel } from "#areas/procurement/procurement.ui.tsx";
import { AwardContracts, AwardedParts, AwardOrders, AwardScreenings } from "./AwardOutcome.tsx";
import type { AwardDetail } from "./award.fields.model.ts";
import { awardStatuses, noticeKinds } from "./award.labels.ts";

const Finalise = dialogOnDemand(async () => (await import("./Finalise.tsx")).Finalise);

function Buttons({ a }: { a: AwardDetail }) {
  const [asking, setAsking] = useState<string | null>(null);
  const send = useMutationAction("awards", "evaluations", "solicitations");
  const refused = a.actions.find((action) => !action.enabled);
  const withdraw = (reason: string) =>
    send.mutate(
      { path: `/api/v1/awards/${a.id}/actions/withdraw`, body: { reason }, version: a.version },
      {
        onSuccess: () => {
          setAsking(null);
          notify.done("The intent is withdrawn", "The bids are evaluated again.");
        },
        onError: (error) => notify.failed("Not withdrawn", messageOf(error)),
      },
    );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {a.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`btn ${action.tone === "primary" ? "btn-primary" : ""}`}
            aria-disabled={!action.enabled}
            onClick={() => {
              if (action.enabled) setAsking(action.name);
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
      {refused && (
        <p className="action-reasons">
          {refused.label} is not possible: {refused.reason}
        </p>
      )}
      {asking === "finalise" && <Finalise a={a} onClose={() => setAsking(null)} />}
      {asking === "withdraw" && (
        <TextDialog
          title="Withdraw the intent"
          label="Reason; every bidder is told"
          confirm="Withdraw"
          least={5}
          onClose={() => setAsking(null)}
          onConfirm={withdraw}
        />
      )}
    </>
  );
}

function PostIntent({ e }: { e: EvaluationDetail }) {
  const { can } = useAuth();
  const send = useMutationAction("evaluations", "solicitations", "awards");
  if (e.status !== "approved" || !can("evaluation.manage"))
    return (
      <Panel title="Award and protest">
        <p className="text-t2">
          The intent to award is posted once the recommendation is approved.
        </p>
      </Panel>
    );
  const post = () =>
    send.mutate(
      { path: `/api/v1/evaluations/${e.id}/actions/post-intent`, body: {} },
      {
        onSuccess: () =>
          notify.done("The intent is posted", "Every bidder is told; the protest window runs."),
        onError: (error) => notify.failed("Not posted", messageOf(error)),
      },
    );
  return (
    <Panel title="Award and protest">
      <p className="mb-3 text-t2">
        The recommendation is approved. Posting the intent tells every bidder, each with its own
        standing, and starts the protest window.
      </p>
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={send.isPending}
        onClick={() => {
          if (!send.isPending) post();
        }}
      >
        Post the intent to award
      </button>
    </Panel>
  );
}

const lookedAt =
  "Protests, window, screening, insurance, controls and the money of every winner were looked at.";

/** The award of an evaluation: intent, window, notices, protests, orders. */
export function AwardPanel({ e }: { e: EvaluationDetail }) {
  const { timeZone } = useAgency();
  const award = useGet<AwardDetail>("awards", `/api/v1/awards/${e.awardId}`, {
    enabled: e.awardId !== null,
  });
  const a = award.data;
  if (!e.awardId)
    return (
      <>
        <PostIntent e={e} />
        {e.awardGate && <GatePanel findings={e.awardGate} what="the award" clear={lookedAt} />}
      </>
    );
  if (award.isPending) return <TableSkeleton columns={3} label="Loading the award" />;
  if (!a)
    return <ErrorPanel error={award.error} what="The award" onRetry={() => void award.refetch()} />;
  return (
    <>
      <Panel
        title={
          <>
            {a.number} <StatusBadge statuses={awardStatuses} status={a.status} />
          </>
        }
        aside={
          a.status === "intent" ? (
            <DeadlineClock deadline={a.windowEndsAt} label="Window" done={a.windowOver} />
          ) : undefined
        }
        flush
      >
        <AwardedParts a={a} />
        <div className="grid gap-3 border-t border-hair px-4 py-3">
          <p className="text-13 text-t2">
            Posted {formatInstant(a.postedAt, timeZone)} by {a.postedBy}. Protests are in time
            before {formatInstant(a.windowEndsAt, timeZone)}: {a.windowRule.days}{" "}
            {a.windowRule.count} days, {a.windowRule.citation}.
          </p>
          {a.endedReason && <p>{a.endedReason}</p>}
          <Buttons a={a} />
        </div>
      </Panel>
      {(a.status === "intent" || a.status === "held") && (
        <GatePanel findings={a.gate} what="the award" clear={lookedAt} />
      )}
      <DeparturePanel departure={a.departure} />
      <AwardOrders orders={a.orders} />
      <AwardContracts a={a} />
      <InsurancePanel
        standings={a.insurance}
        path={`/api/v1/solicitations/${a.solicitationId}/insurance-overrides`}
      />
      <AwardScreenings screenings={a.screenings} />
      <Panel title="Protests" aside={`${a.protests.length}`} flush={a.protests.length > 0}>
        {a.protests.length === 0 ? (
          <p className="text-t2">None was filed.</p>
        ) : (
          <ul>
            {a.protests.map((protest) => (
              <li
                key={protest.id}
                className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-2 last:border-0"
              >
                <Link className="mono text-link" to={pathTo("protest", { id: protest.id })}>
                  {protest.number}
                </Link>
                <span className="flex-1">{protest.vendor}</span>
                <StatusBadge statuses={protestStatuses} status={protest.status} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="What bidders were told" aside={counted(a.notices.length, "notice")}>
        <ul className="activity">
          {a.notices.map((notice) => (
            <li key={notice.id}>
              <p>
                <b>{notice.vendor}</b> <Badge tone="neutral" label={noticeKinds[notice.kind]} />{" "}
                <span className="when">{formatInstant(notice.sentAt, timeZone)}</span>
              </p>
              <details>
                <summary className="cursor-pointer text-13 text-t2">Text</summary>
                <p className="whitespace-pre-wrap text-13">{notice.text}</p>
              </details>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
