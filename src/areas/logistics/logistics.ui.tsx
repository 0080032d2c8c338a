export { useDriverLink } from "./screens/DriverLink.tsx";
