import { RefreshCw, WifiOff } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isNewer, subscribeNewer } from "../kit/newer.ts";
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
const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && serverAnswers(),
    () => true,
  );

/** Says that the server has newer screens than the page that is open. */
function Newer() {
  return (
    useSyncExternalStore(subscribeNewer, isNewer, () => false) && (
      <div className="offline-bar is-newer" role="status">
        <RefreshCw aria-hidden="true" />
        <span className="min-w-0 flex-1">
          Levee was updated, and parts of this page are gone. Reload to use them; what you typed
          into forms is kept as drafts on this device.
        </span>
        <button type="button" className="btn btn-small" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    )
  );
}

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
  return online ? (
    <Newer />
  ) : (
    <p className="offline-bar">
      <WifiOff aria-hidden="true" />
      Offline. What you opened before stays readable, and drafts are kept on this device; saving and
      deciding need the connection.
    </p>
  );
}
