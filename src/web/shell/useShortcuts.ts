import { useEffect, useRef } from "react";
import { useAuth } from "../auth/AuthProvider.tsx";
import type { CommandKeys } from "./commandKeys.ts";
import { useGo } from "./go.ts";
import { inEditor, isTyping } from "./ownKeys.ts";

/** The second key must follow within a second. */
const withinMs = 1_000;

const isFree = (event: KeyboardEvent) =>
  !event.altKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  !document.querySelector("[role=dialog], [role=menu]");

const isPlain = (event: KeyboardEvent) =>
  isFree(event) && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !isTyping(event);

/**
 * The keys of the palette's commands go there: two after each other, unless the person switched
 * single keys off (WCAG 2.1.4), or one with Ctrl. The commands are the agency's: vendors have none.
 * They load once the screen stands.
 */
export const useShortcuts = (): void => {
  const { me } = useAuth();
  const go = useGo();
  const on = me !== null && me.kind !== "vendor";
  const [agency, own] = [me?.org?.keys, me?.person.preferences.keys];
  const commands = useRef<CommandKeys | null>(null);
  const latest = useRef({ go, on: true, singles: true });
  useEffect(() => {
    latest.current = { go, on, singles: me?.person.preferences.singleKeyShortcuts ?? true };
  });
  useEffect(() => {
    if (!on) return;
    void import("./commandKeys.ts").then(({ commandKeysOf }) => {
      commands.current = commandKeysOf(agency, own);
    });
  }, [on, agency, own]);
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      const keys = commands.current;
      const started = first;
      first = null;
      if (!now.on || !keys) return;
      const heldTo = isFree(event) && !inEditor(event) && keys.held(event);
      if (heldTo) {
        event.preventDefault();
        now.go(heldTo);
      }
      if (heldTo || !now.singles || !isPlain(event)) return;
      const key = event.key.toUpperCase();
      if (started && performance.now() - started.at < withinMs) {
        // The list below keeps its own meaning of the key: "G then C" must not create a record.
        event.stopImmediatePropagation();
        event.preventDefault();
        const to = keys.two(started.key, key);
        if (to) now.go(to);
      } else if (keys.begins(key)) first = { key, at: performance.now() };
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
};
