import { useEffect, useRef } from "react";

export type TableKeys = {
  search: () => void;
  move: (by: 1 | -1) => void;
  select: () => void;
  open: () => void;
  peek: () => void;
  create: () => void;
  help: () => void;
};

const names: Record<string, (keys: TableKeys) => void> = {
  "/": (keys) => keys.search(),
  j: (keys) => keys.move(1),
  k: (keys) => keys.move(-1),
  x: (keys) => keys.select(),
  c: (keys) => keys.create(),
  "?": (keys) => keys.help(),
  Enter: (keys) => keys.open(),
  " ": (keys) => keys.peek(),
};

/**
 * The keys of a list, while nobody is typing and no dialog or menu is open; null switches them off
 * (WCAG 2.1.4).
 */
export const useTableKeys = (keys: TableKeys | null): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (!latest.current) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
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
      const run = names[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run(latest.current);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
};
