import { lazy } from "react";

export { AgentDirectory } from "./screens/AgentDirectory.tsx";
export { RecordFindings } from "./screens/RecordFindings.tsx";
export { CardFinding, useCardFindings } from "./screens/CardFinding.tsx";

/** A finding whole: pages that only link to findings do not carry it. */
export const FindingPanel = lazy(async () => ({
  default: (await import("./screens/FindingPanel.tsx")).FindingPanel,
}));
