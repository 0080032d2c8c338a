export { OutageDecision } from "./outage/OutagePanel.tsx";
