import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** SPEC 9, the other helper: one at a time, for five seconds. */
const shownMs = 5_000;

type Message = { id: number; title: string; description: string; tone: "plain" | "destructive" };

let current: Message | null = null;
let serial = 0;
const listeners = new Set<() => void>();
const put = (message: Message | null) => {
  current = message;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * A message of two lines in the place of the one before. Needs no code from the network, so it also
 * speaks when the connection is gone.
 */
export const say = (title: string, description: string, tone: Message["tone"] = "plain"): void =>
  put({ id: ++serial, title, description, tone });

function Bubble({ message }: { message: Message }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      if (current?.id === message.id) put(null);
    }, shownMs);
    return () => clearTimeout(timer);
  }, [held, message.id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`single-toast ${message.tone === "destructive" ? "is-destructive" : ""}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div>
        <strong>{message.title}</strong>
        <p>{message.description}</p>
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-icon btn-small"
        aria-label="Close"
        onClick={() => put(null)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Where these messages appear; once in the app. The live region is there before its text, so that
 * it is read.
 */
export function SingleToast() {
  const message = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return (
    <div
      className="single-toasts"
      role={message?.tone === "destructive" ? "alert" : "status"}
      aria-live={message?.tone === "destructive" ? "assertive" : "polite"}
    >
      {message && <Bubble key={message.id} message={message} />}
    </div>
  );
}
