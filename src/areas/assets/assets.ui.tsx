export { HoursPanel } from "./hours/HoursPanel.tsx";
