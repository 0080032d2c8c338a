import { onDemand } from "../kit/onDemand.ts";
import { useCounts } from "./counts.ts";
import { LazyMenu } from "./LazyMenu.tsx";
import { QuickActionsFace, quickActionsLabel } from "./QuickActionsFace.tsx";

const quickActionsMenu = onDemand(
  async () => (await import("./QuickActionsMenu.tsx")).default,
  false,
);

/** The quick actions button; its menu loads when someone reaches for it. */
export function QuickActions() {
  const count = useCounts().approvals;
  return (
    <LazyMenu menu={quickActionsMenu} label={quickActionsLabel(count)} className="head-icon">
      <QuickActionsFace count={count} />
    </LazyMenu>
  );
}
