import { useEffect, useRef } from "react";
import { isPressed } from "#kernel/keys/binding.ts";
import { useKeys } from "#web/kit/keys/useKeys.ts";
import type { DecisionName } from "./approval.labels.ts";

export type InboxKeys = {
  move: (by: 1 | -1) => void;
  decide: (decision: DecisionName) => void;
  select: () => void;
};

const actions: readonly (readonly [id: string, run: (keys: InboxKeys) => void])[] = [
  ["inbox.next", (keys) => keys.move(1)],
  ["inbox.previous", (keys) => keys.move(-1)],
  ["inbox.approve", (keys) => keys.decide("approve")],
  ["inbox.return", (keys) => keys.decide("return")],
  ["inbox.select", (keys) => keys.select()],
];

/**
 * The keys of the inbox, while nobody types and no dialog is open; null switches them off (WCAG
 * 2.1.4).
 */
export const useInboxKeys = (keys: InboxKeys | null): void => {
  const bindings = useKeys();
  const latest = useRef({ keys, bindings });
  useEffect(() => {
    latest.current = { keys, bindings };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { keys: now, bindings: bound } = latest.current;
      if (!now || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select, [role=tablist]")
      )
        return;
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const found = actions.find(([id]) => isPressed(bound.get(id), event));
      if (!found) return;
      event.preventDefault();
      found[1](now);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
};
