import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { deliveryStatuses } from "#kernel/delivery-states.ts";
import type { WebhookDeliveryDetail } from "#kernel/webhook.model.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";

const path = "/api/v1/webhook-deliveries";
type Detail = WebhookDeliveryDetail;
type Attempt = Detail["attemptList"][number];

const saidOf = ({ statusCode, error, endedAt }: Attempt): string =>
  statusCode !== null
    ? `Answered ${statusCode}`
    : (error ??
      (endedAt === null ? "Begun, and no answer written down: it went out again" : "No answer"));

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-1">
      <p>
        <strong>{attempt.number}.</strong> {saidOf(attempt)}
        <span className="text-13 text-t3">
          {" · "}
          {formatInstant(attempt.beganAt, timeZone)}
          {attempt.durationMs !== null && ` · ${attempt.durationMs.toLocaleString("en-US")} ms`}
        </span>
      </p>
      {attempt.answer && (
        <pre
          className="max-h-40 overflow-auto rounded border border-hair p-2 text-12 break-all whitespace-pre-wrap"
          tabIndex={0}
        >
          {attempt.answer}
        </pre>
      )}
    </li>
  );
}

function Steps({ delivery, onClose }: { delivery: Detail; onClose: () => void }) {
  const [cancelling, setCancelling] = useState(false);
  const change = useMutationAction("webhook-deliveries", "webhook-endpoints");
  const run = (action: string, done: string, body?: object) =>
    change.mutate(
      { path: `${path}/${delivery.id}/actions/${action}`, ...(body && { body }) },
      {
        onSuccess: () => notify.done(done),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: onClose,
      },
    );
  const { status } = delivery;
  const ended = delivery.endedAt !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {(status === "retrying" || status === "failed") && (
        <button type="button" className="btn" onClick={() => run("retry", "Tried now")}>
          Try it now
        </button>
      )}
      {ended ? (
        <button type="button" className="btn" onClick={() => run("replay", "Queued again")}>
          Send it again
        </button>
      ) : (
        <button type="button" className="btn btn-danger" onClick={() => setCancelling(true)}>
          Cancel it
        </button>
      )}
      {cancelling && (
        <TextDialog
          title="Stop trying?"
          label="Why"
          confirm="Cancel it"
          onClose={() => setCancelling(false)}
          onConfirm={(reason) => run("cancel", "Cancelled", { reason })}
        />
      )}
    </div>
  );
}

function Body({ delivery, onClose }: { delivery: Detail; onClose: () => void }) {
  const { can } = useAuth();
  return (
    <div className="grid gap-4">
      <p>
        <StatusBadge statuses={deliveryStatuses} status={delivery.status} />{" "}
        <span className="break-all">{delivery.address}</span>
      </p>
      {delivery.reason && <p className="notice">{delivery.reason}</p>}
      {can("webhook.manage") && <Steps delivery={delivery} onClose={onClose} />}
      <section className="grid gap-2">
        <h3>Tries</h3>
        {delivery.attemptList.length === 0 && <p className="text-t3">None yet.</p>}
        <ol className="grid gap-3">
          {delivery.attemptList.map((attempt) => (
            <AttemptLine key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </section>
      <section className="grid gap-2">
        <h3>What is sent</h3>
        <p className="text-13 text-t3">
          webhook-id <span className="mono break-all">{delivery.messageId}</span>
        </p>
        <pre className="overflow-auto rounded border border-hair p-2 text-12 break-all whitespace-pre-wrap">
          {delivery.body}
        </pre>
      </section>
    </div>
  );
}

/** One message on its way to one receiver: what is sent, and every try with what was answered. */
export function TriesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const delivery = useRecord<Detail>(path, id);
  return (
    <Dialog
      onClose={onClose}
      title={delivery.data?.topic ?? "Message"}
      description="Every try is kept with its answer."
      className="dialog dialog-wide"
    >
      {delivery.isError && <ErrorPanel error={delivery.error} what="The message" />}
      {delivery.isPending && <TableSkeleton columns={2} label="Loading the message" />}
      {delivery.data && <Body delivery={delivery.data} onClose={onClose} />}
    </Dialog>
  );
}
