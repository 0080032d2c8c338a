import { isUnbuilt } from "#areas.ts";
import { Menu } from "../kit/overlays.tsx";
import { notify } from "../kit/Toasts.tsx";
import { useCounts } from "./counts.ts";
import { useGo } from "./go.ts";
import type { Opener } from "./LazyMenu.tsx";
import { quickActions } from "./quickActions.ts";
import { QuickActionsFace, quickActionsLabel } from "./QuickActionsFace.tsx";

/** What people do most, one press away (SPEC 2.7). */
export default function QuickActionsMenu({ defaultOpen }: Opener) {
  const go = useGo();
  const approvals = useCounts().approvals;
  return (
    <Menu
      label="Quick actions"
      defaultOpen={defaultOpen}
      trigger={
        <button type="button" className="head-icon" aria-label={quickActionsLabel(approvals)}>
          <QuickActionsFace count={approvals} />
        </button>
      }
      entries={quickActions.map(({ label, to }) => ({
        label,
        ...(to === "/approvals-inbox" && approvals > 0 ? { hint: String(approvals) } : {}),
        ...(isUnbuilt(to) && { hint: "soon" }),
        onSelect: () => {
          notify.info(`Opening ${label}...`);
          go(to, { message: true });
        },
      }))}
    />
  );
}
