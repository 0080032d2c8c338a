import { useCallback, useEffect, useState } from "react";
import { inEditor } from "./ownKeys.ts";

const cookie = "levee.sidebar";
const weekSeconds = 7 * 24 * 3600;
/** SPEC 9: below this many pixels the sidebar is a slide-over panel. */
export const mobileBelow = 768;
const isOpen = (): boolean => !new RegExp(`(?:^|; )${cookie}=closed`).test(document.cookie);
const isMobile = (): boolean => window.innerWidth < mobileBelow;

export type SidebarState = {
  collapsed: boolean;
  mobileOpen: boolean;
  setMobileOpen: (open: boolean) => void;
  toggle: () => void;
};

/**
 * Open or collapsed, kept in a cookie for 7 days; on phones a panel of its own. Ctrl or Cmd with B
 * changes whichever shows, except inside an editor that owns that key.
 */
export const useSidebar = (): SidebarState => {
  const [collapsed, setCollapsed] = useState(() => typeof document !== "undefined" && !isOpen());
  const [mobileOpen, setMobileOpen] = useState(false);
  const toggle = useCallback(() => {
    if (isMobile()) return setMobileOpen((was) => !was);
    setCollapsed((was) => {
      document.cookie = `${cookie}=${was ? "open" : "closed"}; path=/; max-age=${weekSeconds}; samesite=lax`;
      return !was;
    });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "b" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        inEditor(event)
      )
        return;
      event.preventDefault();
      toggle();
    };
    const onSize = () => {
      if (!isMobile()) setMobileOpen(false);
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("resize", onSize);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("resize", onSize);
    };
  }, [toggle]);
  return { collapsed, mobileOpen, setMobileOpen, toggle };
};
