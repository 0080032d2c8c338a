import { useEffect, useState } from "react";

const cookie = "levee.sidebar";
const week = 7 * 24 * 3600;
const isOpen = (): boolean => !new RegExp(`(?:^|; )${cookie}=closed`).test(document.cookie);

/** Open or collapsed, kept in a cookie for 7 days; Ctrl or Cmd with B changes it, except inside an editor that owns that key. */
export const useSidebar = (): { collapsed: boolean; toggle: () => void } => {
  const [collapsed, setCollapsed] = useState(() => typeof document !== "undefined" && !isOpen());
  const toggle = () => setCollapsed((was) => {
    document.cookie = `${cookie}=${was ? "open" : "closed"}; path=/; max-age=${week}; samesite=lax`;
    return !was;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inEditor = event.target instanceof Element && event.target.closest("[contenteditable=true]");
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || inEditor) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return { collapsed, toggle };
};
