export { TutorialProvider, useTutorial } from "./tutorial/TutorialProvider.tsx";
export { AssistantDock } from "./widget/AssistantDock.tsx";
