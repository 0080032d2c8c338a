import { useState, type ReactNode } from "react";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type Kept = {
  id: string;
  number: string;
  status: string;
  version: number;
  actions: OfferedAction[];
};
type Statuses = Parameters<typeof StatusBadge>[0]["statuses"];

function Reason({
  action,
  onSend,
  onClose,
}: {
  action: OfferedAction;
  onSend: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  return (
    <Dialog
      onClose={onClose}
      title={action.label}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={!reason.trim()}
            onClick={() => {
              if (reason.trim()) onSend(reason.trim());
            }}
          >
            {action.label}
          </button>
        </>
      }
    >
      <label className="field">
        <span className="label">Reason</span>
        <textarea
          className="field-control"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
    </Dialog>
  );
}

/** A record of the public site beside its list, with what may be done with it now. */
export function RecordPeek<T extends Kept>({
  id,
  path,
  noun,
  statuses,
  title,
  children,
}: {
  id: string;
  path: string;
  noun: string;
  statuses: Statuses;
  title: (record: T) => string;
  children: (record: T) => ReactNode;
}) {
  const { data, error } = useRecord<T>(path, id);
  const change = useMutationAction<T>(noun);
  const [asking, setAsking] = useState<OfferedAction | null>(null);
  if (error) return <ErrorPanel error={error} what="This record" />;
  if (!data)
    return (
      <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-3">
        <div className="skeleton h-6" />
        <div className="skeleton h-40" />
      </div>
    );
  const run = (action: OfferedAction, reason?: string) =>
    change.mutate(
      {
        path: `${path}/${id}/actions/${action.name}`,
        body: reason ? { reason } : {},
        version: data.version,
      },
      {
        onSuccess: () => setAsking(null),
        onError: (problem) => {
          setAsking(null);
          notify.failed("Nothing was changed", problem);
        },
      },
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 justify-items-start gap-2">
        <StatusBadge statuses={statuses} status={data.status} />
        <h2 className="text-18 font-semibold [overflow-wrap:anywhere]">{title(data)}</h2>
      </div>
      {children(data)}
      <div className="flex flex-wrap gap-2">
        {data.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`btn ${action.tone === "primary" ? "btn-primary" : action.tone === "danger" ? "btn-danger" : ""}`}
            aria-disabled={!action.enabled || change.isPending}
            data-tooltip={action.reason ?? undefined}
            onClick={() => {
              if (action.enabled) {
                if (action.needsReason) setAsking(action);
                else run(action);
              }
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
      {asking && (
        <Reason
          action={asking}
          onClose={() => setAsking(null)}
          onSend={(reason) => run(asking, reason)}
        />
      )}
    </div>
  );
}
