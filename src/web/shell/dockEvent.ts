/** What the dock opens: the assistant, or the form for feedback. */
export type DockPart = "chat" | "feedback";
/** The event that opens a part of the dock from elsewhere (the account menu of phones); the dock listens. Its `detail` is the part. */
export const dockEvent = "levee:open-dock";
export const openDock = (part: DockPart): void => { window.dispatchEvent(new CustomEvent<DockPart>(dockEvent, { detail: part })); };
