import { useEffect, useRef } from "react";
import { isHeld, partsOf } from "#kernel/keys/binding.ts";
import { commandActions } from "#kernel/keys/registry.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useGo } from "./go.ts";
import { useKeys } from "../kit/keys/useKeys.ts";
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

/** Where keys lead: two letters after each other, or one with Ctrl. */
const ways = (keys: ReadonlyMap<string, string>) =>
  commandActions.flatMap(({ id, to }) => {
    const binding = keys.get(id);
    return binding && to ? [{ binding, to }] : [];
  });

const beginsOne = (keys: ReadonlyMap<string, string>, letter: string) =>
  ways(keys).some(({ binding }) => {
    const parts = partsOf(binding);
    return parts?.kind === "two" && parts.first === letter;
  });

/**
 * The keys of the palette's commands go there: two after each other, unless the person switched
 * single keys off (WCAG 2.1.4), or one with Ctrl. The commands are the agency's: vendors have none.
 */
export const useShortcuts = (): void => {
  const { me } = useAuth();
  const go = useGo();
  const keys = useKeys();
  const latest = useRef({ go, keys, on: true, singles: true });
  useEffect(() => {
    const on = me !== null && me.kind !== "vendor";
    const singles = me?.person.preferences.singleKeyShortcuts ?? true;
    latest.current = { go, keys, on, singles };
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      const wayOf = (found: (binding: string) => boolean) =>
        ways(now.keys).find(({ binding }) => found(binding));
      const heldWay =
        now.on && isFree(event) && !inEditor(event) && wayOf((binding) => isHeld(binding, event));
      if (heldWay) {
        event.preventDefault();
        now.go(heldWay.to);
      }
      if (heldWay || !now.on || !now.singles || !isPlain(event)) {
        first = null;
        return;
      }
      const key = event.key.toUpperCase();
      const started = first;
      first = null;
      if (started && performance.now() - started.at < withinMs) {
        // The list below keeps its own meaning of the key: "G then C" must not create a record.
        event.stopImmediatePropagation();
        event.preventDefault();
        const way = wayOf((binding) => binding === `${started.key} ${key}`);
        if (way) now.go(way.to);
      } else if (beginsOne(now.keys, key)) first = { key, at: performance.now() };
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
};
