export type Theme = "dark" | "light";
const key = "levee.theme";

/** Runs before the first paint, so that a light page never flashes dark. */
export const earlyTheme = `try{var t=localStorage.getItem("${key}");
if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

/** The theme on the page now; dark unless the person chose light. */
export const currentTheme = (): Theme =>
  typeof document !== "undefined" && document.documentElement.dataset.theme === "light"
    ? "light"
    : "dark";

const listeners = new Set<() => void>();

/** Changes the theme for this browser and remembers it. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    /* private mode without storage: the theme lasts for this page */
  }
  for (const listener of listeners) listener();
};

export const subscribeTheme = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
