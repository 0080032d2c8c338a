const askToKeep = () => navigator.serviceWorker.controller?.postMessage({ type: "warm" });

let follows = false;

// A newer worker that takes over keeps nothing yet; what a broken line kept it from is fetched once there is one.
const followWorker = (): void => {
  if (follows) return;
  follows = true;
  navigator.serviceWorker.addEventListener("controllerchange", askToKeep);
  window.addEventListener("online", askToKeep);
};

/**
 * Registers the service worker; `warm` also asks it, and each newer one that takes over while the page
 * is open, to fetch the whole app, so that it opens without a connection. Nothing happens where
 * browsers have none.
 */
export const registerServiceWorker = async (warm: boolean): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  try {
    if (warm) followWorker();
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
