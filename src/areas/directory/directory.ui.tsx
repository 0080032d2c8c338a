export { DirectoryPanel } from "./DirectoryPanel.tsx";
