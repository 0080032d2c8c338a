export { InsurancePanel } from "./insurance/InsurancePanel.tsx";
