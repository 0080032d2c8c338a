import type { ReactNode } from "react";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useRecord } from "#web/kit/queries.ts";
import type { ApprovalDetail } from "./approval.model.ts";

/** After submitting: the reference, who decides next, by when. */
export function SentNotice({ approvalId, icon }: { approvalId: string; icon: ReactNode }) {
  const approval = useRecord<ApprovalDetail>("/api/v1/approvals", approvalId).data;
  if (!approval || approval.status !== "pending") return null;
  const open = approval.steps.filter((step) => step.status === "open");
  const people = [
    ...new Set(
      open.flatMap((step) =>
        step.assignees.map((each) =>
          each.reaches.length
            ? `${each.reaches.join(" or ")} (for ${each.name}, who is away)`
            : each.name,
        ),
      ),
    ),
  ];
  return (
    <div className="notice tone-success mb-12" role="status">
      {icon}
      <div className="grid gap-1">
        <strong>{approval.documentNumber} was sent for approval</strong>
        <p>
          {open.map((step) => step.name).join(" and ")}: {people.join(", ")}{" "}
          {people.length === 1 ? "decides" : "decide"} next.
        </p>
        {approval.dueAt && (
          <p className="text-13">
            <DeadlineClock deadline={approval.dueAt} label="By" />
          </p>
        )}
      </div>
    </div>
  );
}
