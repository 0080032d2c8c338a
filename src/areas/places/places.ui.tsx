export { AgencyMap } from "./screens/AgencyMap.tsx";
