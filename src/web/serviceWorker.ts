/**
 * Registers the service worker; `warm` also asks it to fetch the whole app, so that it opens
 * without a connection. Nothing happens where browsers have none.
 */
export const registerServiceWorker = async (warm: boolean): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", {
      updateViaCache: "none",
    });
    if (!warm) return;
    await navigator.serviceWorker.ready;
    registration.active?.postMessage({ type: "warm" });
  } catch {
    /* refused (private window, old browser): the app works without it */
  }
};
