import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { approvableRefusals, approvableTypes } from "../policy/policy.labels.ts";
import { decisions, type DecisionName } from "./approval.labels.ts";
import type { ApprovalDetail } from "./approval.model.ts";
import { nextAfter } from "./ApprovalSteps.tsx";
import { useDecision, type Decidable } from "./useDecision.ts";

const consequence = (decision: DecisionName, approval: ApprovalDetail | undefined): string => {
  const own = approval && decision !== "approve" && approvableRefusals[approval.documentType];
  if (own) return own[decision];
  if (decision === "return")
    return "It goes back to the person who asked, who can change it and submit it again. What was reserved is released.";
  if (decision === "reject")
    return "It ends here and cannot be submitted again. What was reserved is released.";
  return `${approval ? nextAfter(approval) : "It goes on to the next step."} This cannot be undone.`;
};

/** Asks once before a decision, and says what it does. Returning and rejecting need a comment. */
export function DecisionDialog({
  target,
  decision,
  onClose,
  onDecided,
}: {
  target: Decidable;
  decision: DecisionName;
  onClose: () => void;
  onDecided?: () => void;
}) {
  const approval = useRecord<ApprovalDetail>("/api/v1/approvals", target.id);
  const { decide } = useDecision();
  const [comment, setComment] = useState("");
  const [missing, setMissing] = useState(false);
  const look = decisions[decision];
  const needsWhy = decision !== "approve";
  const submit = () => {
    if (needsWhy && comment.trim().length < 3) {
      setMissing(true);
      document.getElementById("decision-comment")?.focus();
      return;
    }
    onClose();
    onDecided?.();
    void decide(
      { ...target, version: approval.data?.version ?? target.version },
      decision,
      comment.trim(),
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={`${look.label} ${target.documentNumber}?`}
      description={consequence(decision, approval.data)}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            form="decision-form"
            autoFocus={!needsWhy}
            className={`btn ${decision === "reject" ? "btn-danger" : "btn-primary"}`}
          >
            {look.label}
          </button>
        </>
      }
    >
      <form
        id="decision-form"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="flex items-baseline justify-between gap-4 border-y border-hair py-3 text-t1">
          <span className="min-w-0">
            <b className="font-medium">{target.title}</b>
            <span className="block text-13 text-t3">
              {approvableTypes[target.documentType]} · {target.documentNumber}
            </span>
          </span>
          <b className="num text-18">{formatCents(target.amount)}</b>
        </p>
        <div className="field">
          <label htmlFor="decision-comment" className="text-t1">
            {needsWhy ? "Why, for the person who asked" : "Comment"}
            {!needsWhy && <span className="optional"> (optional)</span>}
          </label>
          {missing && (
            <p className="error" id="decision-error">
              Say why, so that the requester can act on it
            </p>
          )}
          <textarea
            id="decision-comment"
            className="field-control"
            rows={needsWhy ? 3 : 2}
            maxLength={2000}
            autoFocus={needsWhy}
            aria-invalid={missing}
            aria-describedby={missing ? "decision-error" : undefined}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            onKeyDown={(event) => {
              if (
                event.key === "Enter" &&
                (event.ctrlKey || event.metaKey || !needsWhy) &&
                !event.shiftKey
              ) {
                event.preventDefault();
                submit();
              }
            }}
          />
        </div>
      </form>
    </Dialog>
  );
}
