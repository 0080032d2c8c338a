export { useBeginFlow } from "./engine/useBeginFlow.tsx";
export { RuleEditor } from "./designer/RuleEditor.tsx";
export { FlowRowsShown } from "./designer/FlowRowsShown.tsx";
export type { FlowVersion } from "./definition/flow.model.ts";
