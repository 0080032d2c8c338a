/** The event that starts the tutorial of the screen on view; the tutorial listens. */
export const tutorialEvent = "levee:start-tutorial";
export const startTutorial = (): void => {
  window.dispatchEvent(new Event(tutorialEvent));
};
