import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { signalStatuses } from "../../quality/objective.labels.ts";
import type { ObjectiveDetail, SignalRow } from "../../quality/objective.model.ts";
import { MemberField } from "../MemberField.tsx";

type Asked = { what: "accept" | "dismiss"; signal: SignalRow };
const nouns = ["quality-objectives", "quality", "corrective-actions"];

function SignalDialog({
  of,
  asked: { what, signal },
  onClose,
}: {
  of: ObjectiveDetail;
  asked: Asked;
  onClose: () => void;
}) {
  const path = `/api/v1/quality-objectives/${of.id}/actions/${what}-signal`;
  return what === "accept" ? (
    <PostDialog
      title="Open a corrective action"
      description={signal.said}
      path={path}
      submit="Open"
      nouns={nouns}
      values={{
        title: `${of.name}: find out why`.slice(0, 200),
        problem: signal.said,
        ownerId: of.ownerId as string | null,
        dueOn: "",
      }}
      bodyOf={(values) => ({ ...values, signalId: signal.id })}
      onClose={onClose}
    >
      <TextField name="title" label="What is to be put right" required maxLength={200} />
      <TextArea name="problem" label="What went wrong" required rows={3} maxLength={4000} />
      <MemberField name="ownerId" label="Owner" current={of.ownerName} />
      <DateField name="dueOn" label="Implemented by" required />
    </PostDialog>
  ) : (
    <PostDialog
      title="Leave it as it is"
      description={signal.said}
      path={path}
      submit="Leave it"
      nouns={nouns}
      values={{ reason: "" }}
      bodyOf={({ reason }) => ({ reason, signalId: signal.id })}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why nothing is done about it" required rows={3} />
    </PostDialog>
  );
}

function Decided({ signal }: { signal: SignalRow }) {
  if (signal.status === "proposed") return null;
  return (
    <span className="text-13 text-t2">
      {signal.decidedName}, {signal.decidedOn && formatDate(signal.decidedOn)}
      {signal.reason && `: ${signal.reason}`}
      {signal.actionId && (
        <>
          :{" "}
          <Link className="text-link mono" to={pathTo("correctiveAction", { id: signal.actionId })}>
            {signal.actionNumber}
          </Link>
        </>
      )}
    </span>
  );
}

/** What the values of an objective signalled, and what a person decided about it. */
export function Signals({ of }: { of: ObjectiveDetail }) {
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Panel title="Signals">
      {of.told.length === 0 && (
        <p className="text-t2">
          None. A value outside of the limits, eight on one side of the mean, or a leap between two
          values proposes a corrective action here, once.
        </p>
      )}
      <ul className="grid gap-4">
        {of.told.map((signal) => (
          <li key={signal.id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <StatusBadge statuses={signalStatuses} status={signal.status} />
              <span>{signal.said}</span>
            </span>
            <Decided signal={signal} />
            {signal.status === "proposed" && (
              <span className="flex flex-wrap gap-2">
                {can("correctiveAction.edit") && (
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() => setAsked({ what: "accept", signal })}
                  >
                    Open a corrective action
                  </button>
                )}
                {can("quality.edit") && (
                  <button
                    type="button"
                    className="btn btn-quiet btn-small"
                    onClick={() => setAsked({ what: "dismiss", signal })}
                  >
                    Leave it as it is
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked && <SignalDialog of={of} asked={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}
