import { whenTouched } from "../later.ts";

/**
 * The whole script of the public pages. Events are delegated on the document, so it serves pages
 * that React drew as well.
 */
const root = document.documentElement;
const found = (event: Event, selector: string) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
const drawer = () => document.querySelector<HTMLDialogElement>("dialog.drawer");

// By address: a plain import() would bring the bundler's preload helper, a second request before
// anybody touched anything.
const here = import.meta.url;
const waker = () =>
  import(/* @vite-ignore */ new URL("wake.js", here).href) as Promise<typeof import("./wake.ts")>;

const waking = new WeakMap<HTMLElement, Promise<void>>();
/** Wakes an island once; a failure to load lets the next touch try again. */
const wake = (island: HTMLElement): Promise<void> => {
  let work = waking.get(island);
  if (!work) {
    work = waker().then((module) => module.hydrate(island));
    work.catch(() => waking.delete(island));
    waking.set(island, work);
  }
  return work;
};

const touched = (event: Event) => {
  const island = found(event, "[data-island]");
  if (island) void wake(island).catch(() => {});
};
for (const name of ["pointerover", "touchstart", "focusin"])
  document.addEventListener(name, touched, { passive: true });
// This script comes after the first paint: whoever was quicker has touched an island already.
for (const island of document.querySelectorAll<HTMLElement>("[data-island]"))
  if (island.matches(":hover, :focus-within")) void wake(island).catch(() => {});

// A form that is sent before its island is awake is held, and sent again once React listens; where
// React does not come, the browser sends it.
document.addEventListener(
  "submit",
  (event) => {
    const island = found(event, "[data-island]:not([data-awake])");
    if (!island || event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    const by = (event as SubmitEvent).submitter;
    event.preventDefault();
    root.dataset.held = "";
    wake(island)
      .then(
        () => setTimeout(() => form.requestSubmit(by)),
        () => form.submit(),
      )
      .finally(() => delete root.dataset.held);
  },
  true,
);

// An address with a query (a shared search, a prefilled form) means something to the island that
// reads it.
if (location.search)
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]"))
    void wake(island).catch(() => {});

if ("IntersectionObserver" in window) {
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        near.unobserve(entry.target);
        void wake(entry.target as HTMLElement).catch(() => {});
      }
  });
  for (const island of document.querySelectorAll<HTMLElement>('[data-wake="visible"]'))
    near.observe(island);
}

const changeTheme = () => {
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  try {
    localStorage.setItem("levee.theme", root.dataset.theme);
  } catch {
    /* storage refused: the choice lasts for this page */
  }
};

document.addEventListener("click", (event) => {
  if (found(event, "[data-theme-toggle]")) changeTheme();
  if (found(event, '[href$="#features"], [href$="#contact"]')) delete root.dataset.later;
  if (found(event, "[data-menu-open]")) {
    event.preventDefault();
    drawer()?.showModal();
  } else if (
    found(event, "dialog.drawer a") ||
    (event.target as Element).matches?.("dialog.drawer")
  ) {
    if (found(event, "[data-menu-close]")) event.preventDefault();
    drawer()?.close();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === " " && found(event, "[data-menu-open]")) {
    event.preventDefault();
    drawer()?.showModal();
  }
});

// What no visitor waits for: the counter of pages, and the worker that lets the app open without a
// connection.
whenTouched(() => {
  void import("../analytics.ts").then(({ startCounting }) => startCounting());
  void import("../serviceWorker.ts").then(({ registerServiceWorker }) =>
    registerServiceWorker(false),
  );
});
