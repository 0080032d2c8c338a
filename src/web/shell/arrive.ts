/** How long a page may take to show its heading, and how long another may take its place. */
const waitMs = 10_000;
const everyMs = 50;

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>("main h1");

/** Nobody has taken the focus elsewhere meanwhile: it is lost, at its old place, or on a heading. */
const isFree = (before: Element | null): boolean => {
  const now = document.activeElement;
  return now === null || now === document.body || now === before || now.matches("main h1, #main");
};

/**
 * Takes the focus to the heading of the page that a jump leads to, once it is there, and again where
 * the heading of what loads gives way to the record's. `before`: what had the focus when the jump
 * began. It ends with the first key or press of the person, who is somewhere of their own then.
 */
export const focusHeading = (before: Element | null): void => {
  const old = headingOf();
  const from = window.location.pathname;
  const arrive = () => {
    const heading = headingOf();
    const there = heading && (heading !== old || window.location.pathname === from);
    if (!there || document.querySelector('[role="dialog"]') || !isFree(before)) return;
    if (document.activeElement === heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const looking = setInterval(arrive, everyMs);
  const stop = () => {
    clearInterval(looking);
    window.removeEventListener("keydown", stop, true);
    window.removeEventListener("pointerdown", stop, true);
  };
  // Not the key that chose the page.
  setTimeout(() => {
    window.addEventListener("keydown", stop, true);
    window.addEventListener("pointerdown", stop, true);
  }, 0);
  setTimeout(stop, waitMs);
};
