import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Keeping } from "./retention.model.ts";

const words = {
  hold: {
    title: "Place a legal hold?",
    label: "Why, such as the case",
    hint: "Nothing of this submission is deleted until somebody lifts it.",
    confirm: "Place the hold",
    done: "The hold stands",
  },
  "lift-hold": {
    title: "Lift the legal hold?",
    label: "Why",
    hint: "Its answers and files are deleted on the day that the list names, or tomorrow if that is past.",
    confirm: "Lift the hold",
    done: "The hold is lifted",
  },
} as const;

/** How long a submission is kept, and the hold that keeps it. */
export function KeepingPanel({ id, keeping }: { id: string; keeping: Keeping }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [asking, setAsking] = useState<keyof typeof words | null>(null);
  const save = useMutationAction("form-submissions", "form-disposals");
  const { hold, dueOn, disposedOn } = keeping;
  const act = async (action: keyof typeof words, reason: string) => {
    setAsking(null);
    try {
      await save.mutateAsync({
        path: `/api/v1/form-submissions/${id}/actions/${action}`,
        body: { reason },
      });
      notify.done(words[action].done);
    } catch (error) {
      notify.failed("Nothing was changed", error);
    }
  };
  const next = hold ? "lift-hold" : "hold";
  return (
    <Panel title="Retention">
      <div className="grid gap-3">
        {disposedOn && <p>Answers and files were deleted on {formatDate(disposedOn)}.</p>}
        {hold && (
          <p className="notice tone-warning">
            Legal hold by {hold.byName}, {formatInstant(hold.at, timeZone)}: {hold.reason}
          </p>
        )}
        {dueOn && (
          <p>
            {hold ? "Without the hold it is deleted" : "It is deleted"} on {formatDate(dueOn)}.
          </p>
        )}
        {!disposedOn && !dueOn && !hold && (
          <p className="text-t2">Kept as long as its form says after it ended.</p>
        )}
        {!disposedOn && can("form.publish") && (
          <button
            type="button"
            className="btn btn-small justify-self-start"
            onClick={() => setAsking(next)}
          >
            {hold ? "Lift the hold" : "Legal hold"}
          </button>
        )}
      </div>
      {asking && (
        <TextDialog
          {...words[asking]}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => void act(asking, reason)}
        />
      )}
    </Panel>
  );
}
