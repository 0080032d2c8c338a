export { EvidenceButton } from "./audit/EvidenceButton.tsx";
export { actionWords } from "./audit/audit.labels.ts";
export { HoldTable } from "./hold/HoldTable.tsx";
