import { Bell, CircleHelp, ListChecks, Menu as MenuIcon, Moon, Search, Sun } from "lucide-react";
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { Link } from "react-router";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { notify } from "../kit/Toasts.tsx";
import { currentTheme, setTheme, subscribeTheme } from "../theme.ts";
import { avatarOf } from "./avatar.ts";
import { openPalette } from "./palette.ts";

const AccountMenu = lazy(() => import("./AccountMenu.tsx"));

function HeadLink({ to, label, count = 0, icon, onClick }: { to: string; label: string; count?: number; icon: ReactNode; onClick?: () => void }) {
  const name = count > 0 ? `${label}, ${count} new` : label;
  return (
    <Tooltip label={label}>
      <Link className="head-icon" to={to} aria-label={name} onClick={onClick}>{icon}{count > 0 && <span className="head-count" aria-hidden="true">{count > 99 ? "99+" : count}</span>}</Link>
    </Tooltip>
  );
}

function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  const next = theme === "dark" ? "light" : "dark";
  return (
    <Tooltip label={`Use the ${next} theme`}>
      <button type="button" className="head-icon only-desktop" aria-label={`Use the ${next} theme`} onClick={() => setTheme(next)}>{theme === "dark" ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}</button>
    </Tooltip>
  );
}

/** The avatar; its menu loads when someone reaches for it, and opens at once if that was a press. */
function Account() {
  const { me, user } = useAuth();
  const [reached, setReached] = useState<"no" | "near" | "pressed">("no");
  const { letters, label } = avatarOf(me, user);
  const button = <button type="button" className="avatar ml-1" aria-label={label} aria-haspopup="menu" onPointerEnter={() => setReached((was) => (was === "no" ? "near" : was))} onClick={() => setReached("pressed")}>{letters}</button>;
  return reached === "no" ? button : <Suspense fallback={button}><AccountMenu key={reached} defaultOpen={reached === "pressed"} /></Suspense>;
}

/** The bar above every screen: where you are, search, what waits for you, you. */
export function Header({ counts, onOpenMenu, menuOpen }: { counts: { notifications: number; tasks: number }; onOpenMenu: () => void; menuOpen: boolean }) {
  const { me } = useAuth();
  return (
    <header className="app-head">
      <button type="button" className="head-icon only-mobile" aria-label="Open the menu" aria-expanded={menuOpen} onClick={onOpenMenu}><MenuIcon aria-hidden="true" /></button>
      <div className="product"><b>Levee</b><span className="only-desktop">{me?.org?.name ?? me?.vendor?.name ?? ""}</span></div>
      <div className="flex-1" />
      <button type="button" className="command" aria-keyshortcuts="Control+K" onClick={openPalette}>
        <Search aria-hidden="true" /><span>Search or run a command</span><kbd className="kbd">Ctrl K</kbd>
      </button>
      <HeadLink to="/notifications" label="Notifications" count={counts.notifications} icon={<Bell aria-hidden="true" />} />
      <HeadLink to="/approvals-inbox" label="Pending tasks" count={counts.tasks} icon={<ListChecks aria-hidden="true" />} />
      <ThemeToggle />
      <span className="only-desktop"><HeadLink to="/documentation" label="Help" icon={<CircleHelp aria-hidden="true" />} onClick={() => notify.info("Opening help documentation")} /></span>
      <Account />
    </header>
  );
}
