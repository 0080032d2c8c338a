import { useEffect, useRef } from "react";
import type { DecisionName } from "./approval.labels.ts";

export type InboxKeys = {
  move: (by: 1 | -1) => void;
  decide: (decision: DecisionName) => void;
  select: () => void;
};

const names: Record<string, (keys: InboxKeys) => void> = {
  j: (keys) => keys.move(1),
  k: (keys) => keys.move(-1),
  a: (keys) => keys.decide("approve"),
  r: (keys) => keys.decide("return"),
  x: (keys) => keys.select(),
};

/**
 * J and K move, A approves, R returns, X selects; not while somebody types or a dialog is open.
 * Null switches them off (WCAG 2.1.4).
 */
export const useInboxKeys = (keys: InboxKeys | null): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        !latest.current ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return;
      if (
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select, [role=tablist]")
      )
        return;
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const run = names[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run(latest.current);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
};
