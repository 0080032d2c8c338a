import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../kit/newer.ts";
import { notify } from "../kit/Toasts.tsx";
import { useAuth } from "./AuthProvider.tsx";
import {
  activityKey,
  idleLimitMs,
  idleState,
  lastActivity,
  lookEveryMs,
  markActivity,
  sessionExpiredEvent,
} from "./idle.ts";

const SessionWarning = lazyPart(() => import("./SessionWarning.tsx"));
const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Tells once for each session that it is over, however many signs of it arrive. */
const useExpiryNotice = (here: boolean): ((event?: Event) => void) => {
  const untold = useRef(false);
  const [tell] = useState(() => (event?: Event) => {
    if (!untold.current) return;
    untold.current = false;
    const why: unknown = event instanceof CustomEvent ? event.detail : null;
    notify.failed(
      "Session Expired",
      typeof why === "string" ? why : "Your session has expired. Please log in again.",
    );
  });
  useEffect(() => {
    if (here) untold.current = true;
  }, [here]);
  useEffect(() => {
    window.addEventListener(sessionExpiredEvent, tell);
    return () => window.removeEventListener(sessionExpiredEvent, tell);
  }, [tell]);
  return tell;
};

/**
 * Warns before a session ends for inactivity and ends it, in all tabs alike (SPEC 4, 9). An agency
 * may ask for less than 60 minutes.
 */
export function SessionWatch() {
  const { session, me, signOut } = useAuth();
  const [warned, setWarned] = useState(false);
  const limitMs = Math.min(idleLimitMs, (me?.org?.sessionMinutes ?? 60) * 60_000);
  const here = session !== null;
  const tell = useExpiryNotice(here);
  useEffect(() => {
    if (!here) return setWarned(false);
    const look = () => {
      const state = idleState(Date.now() - lastActivity(), limitMs);
      setWarned(state === "warned");
      if (state !== "expired") return;
      tell();
      void signOut().catch(() => undefined);
    };
    const touched = () => markActivity();
    const told = (event: StorageEvent) => {
      if (event.key === activityKey) look();
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    window.addEventListener("storage", told);
    document.addEventListener("visibilitychange", look);
    // While the warning stands only its button counts, so that a stray movement does not answer it.
    if (!warned)
      for (const sign of signs) window.addEventListener(sign, touched, { passive: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener("storage", told);
      document.removeEventListener("visibilitychange", look);
      for (const sign of signs) window.removeEventListener(sign, touched);
    };
  }, [here, limitMs, warned, signOut, tell]);
  if (!warned) return null;
  const stay = () => {
    markActivity(true);
    setWarned(false);
  };
  return (
    <Suspense>
      <SessionWarning onStay={stay} onLeave={() => void signOut().catch(() => undefined)} />
    </Suspense>
  );
}
