export { ApprovalPanel } from "./approval/ApprovalPanel.tsx";
export { SentNotice } from "./approval/SentNotice.tsx";
