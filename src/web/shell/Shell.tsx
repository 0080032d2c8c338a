import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { pageAt } from "../../areas.ts";
import { AssistantDock, TutorialProvider } from "../../areas/assistant/assistant.ui.tsx";
import { useAuth } from "../auth/AuthProvider.tsx";
import { followChanges } from "../kit/realtime.ts";
import { BootScreen } from "./BootScreen.tsx";
import { Connectivity } from "./Connectivity.tsx";
import { guardTarget, rememberOrigin } from "./guard.ts";
import { Header } from "./Header.tsx";
import { useCounts } from "./counts.ts";
import { usePaletteOpen } from "./palette.ts";
import { useShortcuts } from "./useShortcuts.ts";
import { useSidebar } from "./useSidebar.ts";

// Asked for at once, drawn when they are there: the screen itself does not wait for them.
const sidebarPart = import("./Sidebar.tsx");
const Sidebar = lazy(() => sidebarPart);
const JobsTray = lazy(() => import("../kit/JobsTray.tsx").then((part) => ({ default: part.JobsTray })));
const ErrorPanel = lazy(() => import("../kit/states.tsx").then((part) => ({ default: part.ErrorPanel })));
const MobileMenu = lazy(() => import("./MobileMenu.tsx"));
const CommandPalette = lazy(() => import("./CommandPalette.tsx"));

/** Title of the page in the browser's tab, and focus at the start of the new page for people who hear it. */
const usePageTitle = (pathname: string): void => {
  useEffect(() => {
    const title = pageAt(pathname)?.title;
    if (title) document.title = `${title} | Levee`;
  }, [pathname]);
};

const useRealtime = (signedIn: boolean): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (!signedIn) return;
    const stop = new AbortController();
    void followChanges(client, stop.signal);
    return () => stop.abort();
  }, [client, signedIn]);
};

function Frame() {
  const { session, error, can } = useAuth();
  const location = useLocation();
  const sidebar = useSidebar();
  const [paletteOpen, setPaletteOpen] = usePaletteOpen();
  const itemCounts = { "/approvals-inbox": useCounts().approvals };
  const { mobileOpen, setMobileOpen } = sidebar;
  useRealtime(session !== null);
  useShortcuts();
  useEffect(() => setMobileOpen(false), [location.key, setMobileOpen]);
  return (
    <TutorialProvider>
    <div className="app" data-collapsed={sidebar.collapsed}>
      <a className="skip-link" href="#main">Skip to content</a>
      <aside className="side" aria-label="Sidebar"><Suspense><Sidebar collapsed={sidebar.collapsed} counts={itemCounts} /></Suspense></aside>
      <div className="min-w-0">
        <Header sidebar={sidebar} />
        <Connectivity />
        <main className="main" id="main" tabIndex={-1}>{error ? <Suspense><ErrorPanel error={error} what="Your account" /></Suspense> : <Outlet />}</main>
      </div>
      {mobileOpen && <Suspense><MobileMenu open onOpenChange={setMobileOpen} counts={itemCounts} /></Suspense>}
      {can("job.read") && <Suspense><JobsTray enabled /></Suspense>}
      {paletteOpen && <Suspense><CommandPalette open onOpenChange={setPaletteOpen} /></Suspense>}
      <AssistantDock />
    </div>
    </TutorialProvider>
  );
}

export { AppError as ErrorBoundary } from "./AppError.tsx";

/** The frame of every screen of the app, and its guard (SPEC 6): spinner while loading, /auth for strangers, /dashboard without the role. */
export default function Shell() {
  const { loading, session, me } = useAuth();
  const location = useLocation();
  usePageTitle(location.pathname);
  const access = pageAt(location.pathname)?.access ?? "open";
  if (loading && access !== "open") return <BootScreen />;
  const target = guardTarget(access, session !== null, me?.role ?? "user");
  if (target === "/auth") rememberOrigin(`${location.pathname}${location.search}`);
  if (target) return <Navigate to={target} replace />;
  return <Frame />;
}
