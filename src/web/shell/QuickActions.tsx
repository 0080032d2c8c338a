import { lazy } from "react";
import { useCounts } from "./counts.ts";
import { LazyMenu } from "./LazyMenu.tsx";
import { QuickActionsFace, quickActionsLabel } from "./QuickActionsFace.tsx";

const QuickActionsMenu = lazy(() => import("./QuickActionsMenu.tsx"));

/** The quick actions button; its menu loads when someone reaches for it. */
export function QuickActions() {
  const count = useCounts().approvals;
  return <LazyMenu menu={QuickActionsMenu} label={quickActionsLabel(count)} className="head-icon"><QuickActionsFace count={count} /></LazyMenu>;
}
