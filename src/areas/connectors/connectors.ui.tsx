export { Connectors } from "./connector/Connectors.tsx";
export { SourceAges } from "./connector/SourceAges.tsx";
