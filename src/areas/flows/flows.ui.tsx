export { useBeginFlow } from "./engine/useBeginFlow.tsx";
export { FlowRows } from "./designer/FlowRows.tsx";
export type { FlowVersion } from "./definition/flow.model.ts";
