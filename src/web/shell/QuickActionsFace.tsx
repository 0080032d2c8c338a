import { Zap } from "lucide-react";

export const quickActionsLabel = (count: number): string =>
  count > 0 ? `Quick actions, ${count} approvals wait` : "Quick actions";

/** Picture and badge of the quick actions button. */
export function QuickActionsFace({ count }: { count: number }) {
  return (
    <>
      <Zap aria-hidden="true" />
      {count > 0 && (
        <span className="head-count" aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </>
  );
}
