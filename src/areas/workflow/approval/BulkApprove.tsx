import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { approvableTypes } from "../policy/policy.labels.ts";
import type { Approval } from "./approval.model.ts";
import { ApprovalWarning } from "./ApprovalWarning.tsx";
import { decidedNouns } from "./useDecision.ts";

type Answer = { approved: number; refused: { id: string; number: string; reason: string }[] };

const many = (count: number, type: Approval["documentType"]) =>
  counted(count, approvableTypes[type].toLowerCase());

function Refused({ answer }: { answer: Answer }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-t1">
        {answer.approved} approved, {answer.refused.length} not:
      </p>
      <ul className="grid grid-cols-1">
        {answer.refused.map((each) => (
          <li key={each.id} className="grid grid-cols-1 gap-0.5 border-b border-hair py-2">
            <span className="mono text-t1">{each.number}</span>
            <span>{each.reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Approves several documents of one type after saying how many and how much; afterwards shows those
 * that were refused, with the reason of each.
 */
export function BulkApprove({
  items,
  type,
  onClose,
}: {
  items: readonly Approval[];
  type: Approval["documentType"];
  onClose: (done: boolean) => void;
}) {
  const send = useMutationAction<Answer>(...decidedNouns);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const total = items.reduce((sum, item) => sum + item.amount, 0);
  const approve = () =>
    send.mutate(
      {
        path: "/api/v1/approvals/actions/approve-many",
        body: { items: items.map(({ id, version }) => ({ id, version })) },
      },
      {
        onSuccess: (got) => {
          if (got.refused.length > 0) {
            setAnswer(got);
            return;
          }
          notify.done(`${many(got.approved, type)} approved`);
          onClose(true);
        },
      },
    );
  if (answer)
    return (
      <Dialog
        open
        onOpenChange={() => onClose(true)}
        title="Not all were approved"
        footer={
          <button type="button" className="btn btn-primary" onClick={() => onClose(true)}>
            Close
          </button>
        }
      >
        <Refused answer={answer} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose(false);
      }}
      title={`Approve ${many(items.length, type)}?`}
      description="Each is decided by itself: one that is refused does not stop the others. This cannot be undone."
      footer={
        <>
          <button type="button" className="btn" onClick={() => onClose(false)}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={send.isPending}
            onClick={() => {
              if (!send.isPending) approve();
            }}
          >
            Approve {items.length}
          </button>
        </>
      }
    >
      {send.isError && (
        <p className="mb-3 text-danger" role="alert">
          {messageOf(send.error)}
        </p>
      )}
      <ul
        className="grid grid-cols-1 max-h-72 overflow-y-auto"
        tabIndex={0}
        aria-label="What is approved"
      >
        {items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 border-b border-hair py-2">
            <span className="min-w-0">
              <span className="block truncate">
                <span className="mono text-12 text-t3">{item.documentNumber}</span>{" "}
                <span className="text-t1">{item.title}</span>
              </span>
              <span className="block truncate text-12 text-t3">
                Asked by {item.requester ?? "a former member"}
              </span>
              <ApprovalWarning approval={item} />
            </span>
            <span className="num text-t1">{formatCents(item.amount, { symbol: false })}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between border-b-[3px] border-double border-ctl py-2 font-semibold text-t1">
        <span>Total</span>
        <span className="num">{formatCents(total)}</span>
      </p>
    </Dialog>
  );
}
