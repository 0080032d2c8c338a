import { WifiOff } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { serverAnswers } from "../kit/reach.ts";
import { say } from "../kit/SingleToast.tsx";

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

/** Whether the browser has a connection and the server answered the last request. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine && serverAnswers(), () => true);

/** Says when the connection goes and comes back (SPEC 8), and while it is gone what still works. */
export function Connectivity() {
  const online = useOnline();
  const was = useRef(online);
  useEffect(() => {
    if (was.current === online) return;
    was.current = online;
    if (online) say("Connection Restored", "All features are now available.");
    else say("Connection Lost", "Working offline. Some features may be limited.", "destructive");
  }, [online]);
  return online ? null : <p className="offline-bar"><WifiOff aria-hidden="true" />Offline. What you opened before stays readable, and drafts are kept on this device; saving and deciding need the connection.</p>;
}
