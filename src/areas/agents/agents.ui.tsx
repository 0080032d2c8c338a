export { AgentDirectory } from "./screens/AgentDirectory.tsx";
export { RecordFindings } from "./screens/RecordFindings.tsx";
