import { useEffect, useRef } from "react";
import { isPressed } from "#kernel/keys/binding.ts";
import { useKeys } from "../keys/useKeys.ts";

export type TableKeys = {
  search: () => void;
  move: (by: 1 | -1) => void;
  select: () => void;
  open: () => void;
  peek: () => void;
  create: () => void;
  help: () => void;
};

const actions: readonly (readonly [id: string, run: (keys: TableKeys) => void])[] = [
  ["list.search", (keys) => keys.search()],
  ["list.next", (keys) => keys.move(1)],
  ["list.previous", (keys) => keys.move(-1)],
  ["list.select", (keys) => keys.select()],
  ["list.create", (keys) => keys.create()],
  ["list.help", (keys) => keys.help()],
  ["list.open", (keys) => keys.open()],
  ["list.peek", (keys) => keys.peek()],
];

/**
 * The keys of a list, while nobody is typing and no dialog or menu is open; null switches them off
 * (WCAG 2.1.4).
 */
export const useTableKeys = (keys: TableKeys | null): void => {
  const bindings = useKeys();
  const latest = useRef({ keys, bindings });
  useEffect(() => {
    latest.current = { keys, bindings };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const { keys: now, bindings: bound } = latest.current;
      if (!now || event.altKey || event.defaultPrevented) return;
      if (
        target.closest(
          "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=tablist]",
        ) ||
        document.querySelector("[role=dialog], [role=menu]")
      )
        return;
      if (
        (event.key === "Enter" || event.key === " ") &&
        target.closest("button, a:not([data-row-link]), input, summary")
      )
        return;
      if (event.key === "Enter" && target.closest("a[data-row-link]")) return;
      const found = actions.find(([id]) => isPressed(bound.get(id), event));
      if (!found) return;
      event.preventDefault();
      found[1](now);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
};
