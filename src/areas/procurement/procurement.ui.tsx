export { InsurancePanel } from "./insurance/InsurancePanel.tsx";
export { StageBoard } from "./board/StageBoard.tsx";
