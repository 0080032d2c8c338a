export { AgencyMap } from "./screens/AgencyMap.tsx";
export { Sight } from "./screens/Sight.tsx";
