export { HoursPanel } from "./hours/HoursPanel.tsx";
export { SubjectActions } from "./action/SubjectActions.tsx";
