import { useEffect, useState, useSyncExternalStore } from "react";
import { fieldAddresses, isEnrolledHere, lookForDevice } from "#areas/field/field.public.ts";
import { askServer, serverAnswers } from "../kit/reach.ts";

const home = "/mobile-field-operations";
const slowMs = 3_000;

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

/** What is known of whoever is here. */
export type Known = {
  path: string;
  /** null until the store was asked. */
  enrolled: boolean | null;
  signedIn: boolean;
  /** Who they are was read. */
  known: boolean;
  offline: boolean;
  /** It takes long to read who they are, or failed. */
  stuck: boolean;
};

type Instead = "stay" | "wait" | `/${string}` | null;

/**
 * Whether the field opens in place of the page: `stay` draws the page in the field's frame, an address
 * leads there, `wait` until it is known; null where everything goes as ever. A device of the field is
 * not led to a sign-in that could sign nobody in.
 */
export const fieldInstead = (at: Known): Instead => {
  if (at.enrolled === false || (at.signedIn && at.known)) return null;
  const waits = at.signedIn && !at.stuck;
  if (at.enrolled === null)
    return !waits && (at.offline || fieldAddresses.includes(at.path)) ? "wait" : null;
  if (fieldAddresses.includes(at.path)) return waits ? null : "stay";
  if (!at.offline || waits) return null;
  const tag = /^\/label\/([^/]+)$/.exec(at.path)?.[1];
  return tag ? `${home}?tag=${tag}` : home;
};

/** `fieldInstead` of the page that is open. */
export const useFieldInstead = (
  path: string,
  { signedIn, known, failed }: { signedIn: boolean; known: boolean; failed: boolean },
): Instead => {
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine || !serverAnswers(),
    () => false,
  );
  const noted = isEnrolledHere();
  const [found, setFound] = useState<boolean | null>(null);
  useEffect(() => {
    if (!noted) void lookForDevice().then(setFound, () => setFound(false));
  }, [noted]);
  const enrolled = noted || found;
  const [slow, setSlow] = useState(false);
  const waits = enrolled === true && signedIn && !known;
  useEffect(() => {
    if (!waits) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [waits]);
  // A browser may call itself online beside a server that cannot be reached: nobody is signed in, so
  // no other request would find out.
  useEffect(() => {
    if (enrolled && !signedIn) askServer();
  }, [enrolled, signedIn]);
  return fieldInstead({ path, enrolled, signedIn, known, offline, stuck: slow || failed });
};
