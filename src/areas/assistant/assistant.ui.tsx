import { lazy } from "react";

export { useTutorial } from "./tutorial/TutorialContext.ts";
export { TutorialProvider } from "./tutorial/TutorialProvider.tsx";
export { AssistantDock } from "./widget/AssistantDock.tsx";

/** Tabs of the agent platform: the frame draws this door, so that they come when they are opened. */
export const LookTab = lazy(async () => ({
  default: (await import("./look/LookTab.tsx")).LookTab,
}));
export const ModelTab = lazy(async () => ({
  default: (await import("./model/ModelTab.tsx")).ModelTab,
}));
