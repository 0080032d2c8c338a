export { AgentDirectory } from "./screens/AgentDirectory.tsx";
export { RecordFindings } from "./screens/RecordFindings.tsx";
export { FindingPanel } from "./screens/FindingPanel.tsx";
export { CardFinding, useCardFindings } from "./screens/CardFinding.tsx";
