import { formatDate } from "#kernel/dates.ts";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { useState } from "react";
import type { ScheduleDetail } from "../schedule.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";
import { dateOf } from "./words.ts";

type Proposed = NonNullable<ScheduleDetail["proposedBaseline"]>;

function ReturnDialog({ proposed, onClose }: { proposed: Proposed; onClose: () => void }) {
  return (
    <PostDialog<{ reason: string }>
      title="Return the baseline"
      path={`/api/v1/schedule-baselines/${proposed.id}/actions/return`}
      submit="Return it"
      values={{ reason: "" }}
      nouns={scheduleNouns}
      version={proposed.version}
      onClose={onClose}
    >
      <ReasonField label="What is to be changed" maxLength={1000} />
    </PostDialog>
  );
}

function Waiting({ proposed }: { proposed: Proposed }) {
  const act = useMutationAction(...scheduleNouns);
  const [returning, setReturning] = useState(false);
  const approve = () =>
    act.mutate(
      {
        path: `/api/v1/schedule-baselines/${proposed.id}/actions/approve`,
        body: {},
        version: proposed.version,
      },
      {
        onSuccess: () => notify.done("The baseline is approved"),
        onError: (error) => notify.failed("It was not approved", error),
      },
    );
  return (
    <>
      <p>
        {proposed.proposedBy} proposed a baseline on {formatDate(proposed.on)}.
        {!proposed.mayApprove && " Another person approves it."}
      </p>
      {proposed.mayApprove && (
        <p className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={approve}
          >
            Approve the baseline
          </button>
          <button type="button" className="btn btn-secondary" onClick={() => setReturning(true)}>
            Return it
          </button>
        </p>
      )}
      {returning && <ReturnDialog proposed={proposed} onClose={() => setReturning(false)} />}
    </>
  );
}

/** The baseline that slips are counted from, and one that waits for approval. */
export function Baseline({ of }: { of: ScheduleDetail }) {
  const act = useMutationAction(...scheduleNouns);
  const propose = () =>
    act.mutate(
      { path: `/api/v1/schedules/${of.id}/baseline`, body: { note: "" }, version: of.version },
      {
        onSuccess: () => notify.done("The baseline waits for another person to approve it"),
        onError: (error) => notify.failed("It was not proposed", error),
      },
    );
  return (
    <Panel title="Baseline">
      {of.baseline ? (
        <p>
          Baseline {of.baseline.number}, approved by {of.baseline.approvedBy} on{" "}
          {formatDate(of.baseline.approvedOn)}: finish on {dateOf(of.baseline.finish)}.
        </p>
      ) : (
        !of.proposedBaseline && (
          <p className="text-t2">No baseline is approved: no slip can be told.</p>
        )
      )}
      {of.proposedBaseline && <Waiting proposed={of.proposedBaseline} />}
      {of.canEdit && !of.proposedBaseline && of.tasks.length > 0 && (
        <button
          type="button"
          className="btn btn-secondary"
          disabled={act.isPending}
          onClick={propose}
        >
          {of.baseline ? "Propose a new baseline" : "Propose as baseline"}
        </button>
      )}
    </Panel>
  );
}
