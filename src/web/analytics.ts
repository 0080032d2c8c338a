/**
 * The counter: tells our own server which page was opened. No cookie, no identifier, nothing about
 * the visitor; silent where the browser asks not to be counted.
 */
const count = (): void => {
  if (
    (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl ||
    navigator.doNotTrack === "1" ||
    !navigator.onLine
  )
    return;
  void fetch("/api/v1/visits", {
    method: "POST",
    credentials: "omit",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path: window.location.pathname.slice(0, 500) }),
  }).catch(() => undefined);
};

let last = "";
const countOnce = () => {
  if (window.location.pathname === last) return;
  last = window.location.pathname;
  count();
};

/** Counts this page, and the ones that the app goes to afterwards. */
export const startCounting = (): void => {
  countOnce();
  window.navigation?.addEventListener("navigatesuccess", countOnce);
};
