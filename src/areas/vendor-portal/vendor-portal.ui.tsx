export { MessagesTab } from "./portal/MessagesTab.tsx";
export { PortalFrame, useFreshStart } from "./portal/PortalFrame.tsx";
