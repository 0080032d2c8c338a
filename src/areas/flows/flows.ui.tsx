import { lazy } from "react";

export { useBeginFlow } from "./engine/useBeginFlow.tsx";
/** Loaded where it is shown: pages that begin a workflow do not carry it. */
export const RuleEditor = lazy(async () => ({
  default: (await import("./designer/RuleEditor.tsx")).RuleEditor,
}));
export { FlowRowsShown } from "./designer/FlowRowsShown.tsx";
export type { FlowVersion } from "./definition/flow.model.ts";
