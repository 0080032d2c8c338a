import { useState, type ReactNode } from "react";
import type { OfferedAction } from "../../../kernel/lifecycle.ts";
import { ApiProblem } from "../api.ts";
import { Dialog } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";

type ActionBarProps = {
  path: string;
  record: { id: string; number: string; version: number; status: string; actions: readonly OfferedAction[] };
  /** Form controls that an action asks for, by its name; their values (by `name` attribute) are sent with it. */
  fields?: Record<string, ReactNode>;
  /** What to say of an action, by its name, that was accepted and left the status as it was. */
  stayed?: Readonly<Record<string, string>>;
  /** Buttons before the lifecycle's, and behind them. */
  before?: ReactNode;
  after?: ReactNode;
};

const look = { primary: "btn-primary", default: "", danger: "" } as const;
const rank = { danger: 0, default: 1, primary: 2 } as const;

type DialogProps = { action: OfferedAction; number: string; fields: ReactNode; busy: boolean; onClose: () => void; onConfirm: (body: Record<string, unknown>) => void };

/** Says what will happen and asks for the reason. The button repeats the verb. */
function ActionDialog({ action, number, fields, busy, onClose, onConfirm }: DialogProps) {
  const [missing, setMissing] = useState(false);
  const submit = (form: HTMLFormElement) => {
    const body = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, typeof value === "string" ? value.trim() : value]));
    if (action.needsReason && !body.reason) { setMissing(true); form.querySelector<HTMLElement>("textarea")?.focus(); return; }
    onConfirm(body);
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`${action.label} ${number}?`} {...(action.needsReason ? { description: "The reason is kept in the history and in the audit record." } : {})}
      footer={<><button type="button" className="btn" onClick={onClose}>Cancel</button><button type="submit" form="action-form" className={`btn ${action.tone === "danger" ? "btn-danger" : "btn-primary"}`} aria-disabled={busy}>{action.label}</button></>}>
      <form id="action-form" className="grid gap-4" onSubmit={(event) => { event.preventDefault(); if (!busy) submit(event.currentTarget); }}>
        {fields}
        {action.needsReason && (
          <div className="field">
            <label htmlFor="action-reason" className="text-t1">Reason</label>
            {missing && <p className="error" id="action-reason-error">Enter the reason</p>}
            <textarea id="action-reason" name="reason" className="field-control" rows={3} maxLength={2000} aria-invalid={missing} aria-describedby={missing ? "action-reason-error" : undefined} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** What can be done with a record now. One primary button; a button that is not possible stays, says why, and takes no press. */
export function ActionBar({ path, record, fields = {}, stayed = {}, before, after }: ActionBarProps) {
  const [asking, setAsking] = useState<OfferedAction | null>(null);
  const [stale, setStale] = useState<ApiProblem | null>(null);
  const act = useMutationAction<{ status?: string } | null>(path);
  const run = (action: OfferedAction, body: Record<string, unknown>) => act.mutate({ path: `${path}/${record.id}/actions/${action.name}`, body, version: record.version }, {
    onSuccess: (answer) => {
      const why = answer?.status === record.status ? stayed[action.name] : undefined;
      setAsking(null);
      setStale(null);
      if (why) notify.failed(`${action.label}: not done`, why); else notify.done(`${action.label}: done`, record.number);
    },
    onError: (error) => {
      setAsking(null);
      if (error instanceof ApiProblem && (error.status === 412 || error.status === 409)) setStale(error);
      else notify.failed(`${action.label} did not work`, error);
    },
  });
  const press = (action: OfferedAction) => {
    if (!action.enabled || act.isPending) return;
    if (action.needsReason || fields[action.name] || action.tone === "danger") setAsking(action);
    else run(action, {});
  };
  const sorted = record.actions.toSorted((a, b) => rank[a.tone] - rank[b.tone]);
  const refused = sorted.filter((action) => !action.enabled && action.reason);
  return (
    <div>
      <div className="actions">
        {before}
        {sorted.map((action) => (
          <button key={action.name} type="button" className={`btn ${look[action.tone]}`} aria-disabled={!action.enabled || act.isPending} aria-describedby={action.enabled ? undefined : `why-${action.name}`} onClick={() => press(action)}>{action.label}</button>
        ))}
        {after}
      </div>
      {refused.map((action) => <p key={action.name} className="action-reasons" id={`why-${action.name}`}>{action.label} is not possible: {action.reason}</p>)}
      {stale && <ConflictNotice problem={stale} noun={path} onClose={() => setStale(null)} />}
      {asking && <ActionDialog action={asking} number={record.number} fields={fields[asking.name]} busy={act.isPending} onClose={() => setAsking(null)} onConfirm={(body) => run(asking, body)} />}
    </div>
  );
}
