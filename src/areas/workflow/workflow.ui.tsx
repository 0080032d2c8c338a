export { RecordDeadlines } from "./deadline/RecordDeadlines.tsx";
export { ApprovableIcon } from "./approval/ApprovableIcon.tsx";
export { ApprovalPanel } from "./approval/ApprovalPanel.tsx";
export { TaskPanel } from "./task/TaskItems.tsx";
export { SentNotice } from "./approval/SentNotice.tsx";
export { WorkMenu } from "./task/WorkMenu.tsx";
