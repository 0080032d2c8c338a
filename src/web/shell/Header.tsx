import {
  Bell,
  CircleHelp,
  GraduationCap,
  ListChecks,
  Menu as MenuIcon,
  Moon,
  PanelLeft,
  Search,
  Sun,
} from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { ariaKeys, shownAs } from "#kernel/keys/binding.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useKeys } from "../kit/keys/useKeys.ts";
import { onDemand } from "../kit/onDemand.ts";
import { Tooltip } from "../kit/Tooltip.tsx";
import { currentTheme, setTheme, subscribeTheme } from "../theme.ts";
import { avatarOf } from "./avatar.ts";
import { useCounts } from "./counts.ts";
import { useGo } from "./go.ts";
import { HeadPreview } from "./HeadPreview.tsx";
import { openHelp } from "./help.ts";
import { LazyMenu } from "./LazyMenu.tsx";
import { openPalette } from "./palette.ts";
import { QuickActions } from "./QuickActions.tsx";
import { startTutorial } from "./tutorialEvent.ts";
import type { SidebarState } from "./useSidebar.ts";

const accountMenu = onDemand(async () => (await import("./AccountMenu.tsx")).default, false);

function ThemeToggle({ className = "head-icon" }: { className?: string }) {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  const next = theme === "dark" ? "light" : "dark";
  return (
    <Tooltip label={`Use the ${next} theme`}>
      <button
        type="button"
        className={className}
        aria-label={`Use the ${next} theme`}
        onClick={() => setTheme(next)}
      >
        {theme === "dark" ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}

/**
 * What a person signed in finds at the end of the header; quick actions and tasks are the agency's.
 */
function Own() {
  const { me, user } = useAuth();
  const counts = useCounts();
  const go = useGo();
  const { letters, label } = avatarOf(me, user);
  const member = me?.kind === "member";
  return (
    <>
      {member && <QuickActions />}
      <HeadPreview
        of="notifications"
        to="/notifications"
        label="Notifications"
        count={counts.notifications}
        icon={<Bell aria-hidden="true" />}
      />
      {member && (
        <HeadPreview
          of="tasks"
          to="/approvals-inbox"
          label="Pending tasks"
          count={counts.tasks}
          icon={<ListChecks aria-hidden="true" />}
        />
      )}
      <Tooltip label="Start tutorial">
        <button
          type="button"
          className="head-icon only-desktop"
          aria-label="Start tutorial"
          onClick={startTutorial}
        >
          <GraduationCap aria-hidden="true" />
        </button>
      </Tooltip>
      <ThemeToggle className="head-icon only-desktop" />
      <Tooltip label="Help">
        <button
          type="button"
          className="head-icon only-desktop"
          aria-label="Help"
          onClick={() => openHelp(go)}
        >
          <CircleHelp aria-hidden="true" />
        </button>
      </Tooltip>
      <LazyMenu menu={accountMenu} label={label} className="avatar ml-1">
        {letters}
      </LazyMenu>
    </>
  );
}

/**
 * The bar above every screen, 16 units high: the product's name, search, what waits for you, you.
 */
export function Header({ sidebar }: { sidebar: SidebarState }) {
  const { me, session } = useAuth();
  const keys = useKeys();
  const hintOf = (action: string) => shownAs(keys.get(action) ?? "");
  const [sideHint, paletteHint] = [hintOf("sidebar"), hintOf("palette")];
  const side = sidebar.collapsed ? "Expand the sidebar" : "Collapse the sidebar";
  return (
    <header className="app-head">
      <button
        type="button"
        className="head-icon only-mobile"
        aria-label="Open the menu"
        aria-expanded={sidebar.mobileOpen}
        onClick={() => sidebar.setMobileOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </button>
      <Tooltip label={sideHint ? `${side} (${sideHint})` : side}>
        <button
          type="button"
          className="head-icon only-desktop -ml-3"
          aria-label={side}
          aria-keyshortcuts={ariaKeys(keys.get("sidebar") ?? "")}
          aria-expanded={!sidebar.collapsed}
          onClick={sidebar.toggle}
        >
          <PanelLeft aria-hidden="true" />
        </button>
      </Tooltip>
      <div className="product">
        {me?.org?.look?.markUrl ? (
          <img src={me.org.look.markUrl} alt="" className="h-7 w-auto max-w-[140px]" />
        ) : (
          <b>Levee</b>
        )}
        <span className="only-desktop">{me?.org?.name ?? me?.vendor?.name ?? ""}</span>
      </div>
      <div className="flex-1" />
      <button
        type="button"
        className="command"
        aria-keyshortcuts={ariaKeys(keys.get("palette") ?? "")}
        onClick={openPalette}
      >
        <Search aria-hidden="true" />
        <span>Search or run a command</span>
        {paletteHint && <kbd className="kbd">{paletteHint}</kbd>}
      </button>
      {session ? (
        <Own />
      ) : (
        <>
          <ThemeToggle />
          <Link className="btn btn-primary btn-small ml-1" to="/auth">
            Sign in
          </Link>
        </>
      )}
    </header>
  );
}
