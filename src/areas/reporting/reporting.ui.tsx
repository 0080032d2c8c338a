export { HomeDashboard } from "./dashboard/HomeDashboard.tsx";
