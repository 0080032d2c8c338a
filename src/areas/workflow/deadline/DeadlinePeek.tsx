import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { AssignDialog } from "./AssignDialog.tsx";
import { deadlineCycle } from "./deadline.labels.ts";
import type { DeadlineRecord } from "./deadline.model.ts";

const path = "/api/v1/deadlines";

function DeadlineFacts({ deadline }: { deadline: DeadlineRecord }) {
  const { timeZone } = useAgency();
  const ended = deadline.status === "met" || deadline.status === "dropped";
  return (
    <Facts>
      <Fact label="Due">
        <DeadlineClock deadline={deadline.dueOn} done={ended} />
      </Fact>
      <Fact label="Record">
        <Link to={deadline.link}>{deadline.sourceNumber}</Link>
      </Fact>
      <Fact label="How the day follows">{deadline.follows}</Fact>
      <Fact label="Rule">{deadline.citation}</Fact>
      <Fact label="Looks after it">{deadline.owner ?? "Whoever has the duty"}</Fact>
      {deadline.notices.length > 0 && (
        <Fact label="Told ahead">
          {deadline.notices
            .toSorted((a, b) => b - a)
            .map((days) => (days === 0 ? "the day itself" : counted(days, "day")))
            .join(", ")}
        </Fact>
      )}
      {deadline.doneAt && (
        <Fact label="Done">
          {formatInstant(deadline.doneAt, timeZone)} by {deadline.doneBy}: {deadline.note}
        </Fact>
      )}
    </Facts>
  );
}

const useStep = (deadline: DeadlineRecord | undefined, done: () => void) => {
  const change = useMutationAction<DeadlineRecord>("deadlines");
  return (action: OfferedAction, reason: string) =>
    change.mutate(
      {
        path: `${path}/${deadline!.id}/actions/${action.name}`,
        body: { reason },
        version: deadline!.version,
      },
      { onSuccess: done, onError: (problem) => notify.failed("Nothing was changed", problem) },
    );
};

/** A deadline beside its list: where it comes from, who looks after it, and what may be done. */
export function DeadlinePeek({ id }: { id: string }) {
  const { data: deadline, error } = useRecord<DeadlineRecord>(path, id);
  const [asking, setAsking] = useState<OfferedAction | null>(null);
  const [assigning, setAssigning] = useState(false);
  const step = useStep(deadline, () => setAsking(null));
  if (error) return <ErrorPanel error={error} what="This deadline" />;
  if (!deadline) return <div role="status" aria-label="Loading" className="skeleton h-40" />;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 justify-items-start gap-2">
        <StatusBadge statuses={deadlineCycle.statuses} status={deadline.status} />
        <h2 className="text-18 font-semibold [overflow-wrap:anywhere]">{deadline.title}</h2>
      </div>
      <DeadlineFacts deadline={deadline} />
      <div className="flex flex-wrap gap-2">
        {deadline.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`btn ${action.tone === "primary" ? "btn-primary" : ""}`}
            aria-disabled={!action.enabled}
            data-tooltip={action.reason ?? undefined}
            onClick={() => action.enabled && setAsking(action)}
          >
            {action.label}
          </button>
        ))}
        {deadline.canAssign && (
          <button type="button" className="btn" onClick={() => setAssigning(true)}>
            Give to a colleague
          </button>
        )}
      </div>
      {asking && (
        <TextDialog
          title={`${asking.label}: ${deadline.title}`}
          label={asking.name === "meet" ? "What was done" : "Why"}
          confirm={asking.label}
          onClose={() => setAsking(null)}
          onConfirm={(text) => step(asking, text)}
        />
      )}
      {assigning && <AssignDialog deadline={deadline} onClose={() => setAssigning(false)} />}
    </div>
  );
}
