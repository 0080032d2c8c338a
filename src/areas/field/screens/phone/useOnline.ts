import { useSyncExternalStore } from "react";
import { serverAnswers } from "#web/kit/reach.ts";

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

/** Whether the browser has a line and the server answered when it was asked last. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && serverAnswers(),
    () => true,
  );
