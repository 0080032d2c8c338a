import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { SubmittedMany } from "./invoice.model.ts";

type Props = { ids: readonly string[]; onClose: (done: boolean) => void };

/** Sends several invoices to their approvers; says which were refused and why. */
export function SubmitMany({ ids, onClose }: Props) {
  const send = useMutationAction<SubmittedMany>("invoices", "approvals");
  const [answer, setAnswer] = useState<SubmittedMany | null>(null);
  const what = counted(ids.length, "invoice");
  const submit = () =>
    send.mutate(
      { path: "/api/v1/invoices/actions/submit-many", body: { ids } },
      {
        onSuccess: (got) => {
          if (got.refused.length > 0) return setAnswer(got);
          notify.done("Sent for approval", what);
          onClose(true);
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose(answer !== null);
      }}
      title={answer ? "Not all were sent" : `Send ${what} for approval?`}
      description="Those with an open exception, or that are no longer matched, are left as they are and named."
      footer={
        answer ? (
          <button type="button" className="btn btn-primary" onClick={() => onClose(true)}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="btn" onClick={() => onClose(false)}>
              Cancel
            </button>
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={send.isPending}
              onClick={() => {
                if (!send.isPending) submit();
              }}
            >
              Send for approval
            </button>
          </>
        )
      }
    >
      {answer && (
        <>
          <p className="text-t1">
            {answer.done} sent, {answer.refused.length} not:
          </p>
          <ul className="grid grid-cols-1">
            {answer.refused.map((each) => (
              <li key={each.id} className="grid grid-cols-1 gap-0.5 border-b border-hair py-2">
                <span className="mono text-t1">{each.number}</span>
                <span>{each.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {send.isError && (
        <p role="alert" className="text-danger">
          {messageOf(send.error)}
        </p>
      )}
    </Dialog>
  );
}
