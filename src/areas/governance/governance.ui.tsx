export { EvidenceButton } from "./audit/EvidenceButton.tsx";
