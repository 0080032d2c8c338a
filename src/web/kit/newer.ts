// A page that stays open while the server gets newer screens may ask for a file that is gone. It
// says so and offers to load anew; it does not break.
import { lazy, type FunctionComponent, type LazyExoticComponent } from "react";
import { notify } from "./Toasts.tsx";

const own = (): string | undefined =>
  (globalThis as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest?.url;

let newer = false;
let asking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/**
 * For `useSyncExternalStore`: whether the server is known to have other screens than this page's.
 */
export const subscribeNewer = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const isNewer = (): boolean => newer;

// Every page of the app names the list of its screens, whose name changes with any of them.
const look = async (): Promise<boolean> => {
  const list = own();
  if (!list) return false;
  try {
    const answer = await fetch("/dashboard", {
      cache: "no-store",
      headers: { accept: "text/html" },
    });
    newer = answer.ok && !(await answer.text()).includes(list);
  } catch {
    /* no connection: that is said elsewhere */
  }
  if (newer) for (const listener of listeners) listener();
  return newer;
};

/**
 * Asks the server whether its screens are newer than this page's; who listens hears of it. A page
 * that is out of date stays so.
 */
export const askForNewer = (): Promise<boolean> => {
  if (newer) return Promise.resolve(true);
  asking ??= look().finally(() => {
    asking = null;
  });
  return asking;
};

/**
 * A part's file did not come: either the server has newer screens, which the bar above the screen
 * says, or the connection failed, which a message says.
 */
export const partLost = async (): Promise<void> => {
  // Chromium remembers until the page is loaded anew that a module did not come.
  if (!(await askForNewer()))
    notify.failed("This did not load", "Check the connection, then load this page anew.");
};

/**
 * `React.lazy` for a part of the frame. When its file does not come, nothing is drawn in its place
 * and it is said; the screen and what was typed into it stay.
 */
export const lazyPart = <P extends object>(
  fetchPart: () => Promise<{ default: FunctionComponent<P> }>,
): LazyExoticComponent<FunctionComponent<P>> =>
  lazy(() =>
    fetchPart().catch(() => {
      void partLost();
      return { default: () => null };
    }),
  );

const goingKey = "levee.going";
let taken: string | null = null;

/**
 * Remembers where somebody is on the way to (null: arrived). The router loads the page anew where a
 * screen's file is gone, and would forget it.
 */
export const keepGoing = (address: string | null): void => {
  try {
    // Where it leads to the same place again, the screen is gone for good: once is enough.
    if (address === null || address === taken) sessionStorage.removeItem(goingKey);
    else sessionStorage.setItem(goingKey, address);
  } catch {
    /* storage refused: one more press after the page was loaded anew */
  }
};

/** Where this page was on its way to when it was loaded anew, once; else null. */
export const takeGoing = (): string | null => {
  try {
    const address = sessionStorage.getItem(goingKey);
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    sessionStorage.removeItem(goingKey);
    return (taken = entry?.type === "reload" ? address : null);
  } catch {
    return null;
  }
};
