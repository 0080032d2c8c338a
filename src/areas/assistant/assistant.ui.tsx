export { useTutorial } from "./tutorial/TutorialContext.ts";
export { TutorialProvider } from "./tutorial/TutorialProvider.tsx";
export { AssistantDock } from "./widget/AssistantDock.tsx";
export { LookTab } from "./look/LookTab.tsx";
export { ModelTab } from "./model/ModelTab.tsx";
