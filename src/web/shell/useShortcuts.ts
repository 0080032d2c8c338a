import { useEffect, useRef } from "react";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useGo } from "./go.ts";
import { isTyping } from "./ownKeys.ts";

/** The first letters of all shortcuts; the commands themselves load with the first of them. */
const firsts = new Set(["n", "e", "g", "l", "s", "p", "t"]);
/** The second key must follow within a second. */
const withinMs = 1_000;

const isPlain = (event: KeyboardEvent) =>
  event.key.length === 1 &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.repeat &&
  !isTyping(event) &&
  !document.querySelector("[role=dialog], [role=menu]");

/**
 * Two keys after each other go to the commands of the palette, unless the person switched single
 * keys off (WCAG 2.1.4). The commands are the agency's: vendors have none.
 */
export const useShortcuts = (): void => {
  const { me } = useAuth();
  const go = useGo();
  const latest = useRef({ go, on: true });
  useEffect(() => {
    latest.current = {
      go,
      on: me !== null && me.kind !== "vendor" && (me.person.preferences.singleKeyShortcuts ?? true),
    };
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (!latest.current.on || !isPlain(event)) {
        first = null;
        return;
      }
      const key = event.key.toLowerCase();
      const started = first;
      first = null;
      if (started && performance.now() - started.at < withinMs) {
        // The list below keeps its own meaning of the key: "G then C" must not create a record.
        event.stopImmediatePropagation();
        event.preventDefault();
        void import("./commands.ts").then(({ commandOf }) => {
          const command = commandOf(started.key, key);
          if (command) latest.current.go(command.to);
        });
      } else if (firsts.has(key)) first = { key, at: performance.now() };
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
};
