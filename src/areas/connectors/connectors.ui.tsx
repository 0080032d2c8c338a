export { Connectors } from "./connector/Connectors.tsx";
