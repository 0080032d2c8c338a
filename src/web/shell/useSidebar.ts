import { useCallback, useEffect, useRef, useState } from "react";
import { isHeld } from "#kernel/keys/binding.ts";
import { useKeys } from "../kit/keys/useKeys.ts";
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
 * Open or collapsed, kept in a cookie for 7 days; on phones a panel of its own. Its keys (Ctrl or
 * Cmd with B) change whichever shows, except inside an editor that owns them.
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
  const binding = useKeys().get("sidebar");
  const latest = useRef(binding);
  useEffect(() => {
    latest.current = binding;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isHeld(latest.current ?? null, event) || inEditor(event)) return;
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
