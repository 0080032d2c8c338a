export { ApprovalPanel } from "./approval/ApprovalPanel.tsx";
