import { TriangleAlert } from "lucide-react";
import type { Approval } from "./approval.model.ts";

/** What an approver should know before deciding, beside the request wherever it is decided. */
export function ApprovalWarning({ approval }: { approval: Approval }) {
  return approval.warning ? (
    <span className="flex items-start gap-1.5 text-12 text-warning">
      <TriangleAlert className="mt-0.5 !size-3.5 shrink-0" aria-hidden="true" />
      {approval.warning}
    </span>
  ) : null;
}
