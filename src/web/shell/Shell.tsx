import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useContext, useEffect } from "react";
import { Navigate, Outlet, UNSAFE_DataRouterContext, useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import type { PermissionName } from "#roles.ts";
import { AssistantDock, TutorialProvider } from "#areas/assistant/assistant.ui.tsx";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useMedia } from "../kit/media.ts";
import { keepGoing, lazyPart } from "../kit/newer.ts";
import { onDemand } from "../kit/onDemand.ts";
import { followChanges } from "../kit/realtime.ts";
import { BootScreen } from "./BootScreen.tsx";
import { Connectivity } from "./Connectivity.tsx";
import { useFieldInstead } from "./fieldInstead.ts";
import { guardTarget, rememberOrigin } from "./guard.ts";
import { Header } from "./Header.tsx";
import { useCounts } from "./counts.ts";
import { usePaletteOpen } from "./palette.ts";
import { useAgencyLook } from "./useAgencyLook.ts";
import { useShortcuts } from "./useShortcuts.ts";
import { mobileBelow, useSidebar } from "./useSidebar.ts";

// Asked for at once, drawn when they are there: the screen itself does not wait for them.
const sidebarPart = import("./Sidebar.tsx");
const Sidebar = lazyPart(() => sidebarPart);
const JobsTray = lazyPart(async () => ({
  default: (await import("../kit/JobsTray.tsx")).JobsTray,
}));
const ErrorPanel = lazyPart(async () => ({
  default: (await import("../kit/states.tsx")).ErrorPanel,
}));
const FieldFrame = lazyPart(() => import("./FieldFrame.tsx"));
const AgencyBar = lazyPart(() => import("./AgencyBar.tsx"));
const MobileMenu = lazyPart(() => import("./MobileMenu.tsx"));
// Here before somebody presses its keys, without keeping the first screen waiting.
const palette = onDemand(() => import("./CommandPalette.tsx"));

/**
 * Title of the page in the browser's tab, and focus at the start of the new page for people who
 * hear it.
 */
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

/**
 * Where a press leads to, until its screen is here: told by the router itself, since a file that is
 * gone has the page loaded anew before React would draw.
 */
const useGoing = (): void => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(
    () =>
      router?.subscribe(({ navigation: { location } }) =>
        keepGoing(location ? `${location.pathname}${location.search}${location.hash}` : null),
      ),
    [router],
  );
};

function Frame() {
  const { session, me, error, can } = useAuth();
  const location = useLocation();
  const sidebar = useSidebar();
  const phone = useMedia(`(max-width: ${mobileBelow - 1}px)`);
  const [paletteOpen, setPaletteOpen] = usePaletteOpen();
  const CommandPalette = palette.usePart(paletteOpen, () => setPaletteOpen(false))?.default;
  const itemCounts = { "/approvals-inbox": useCounts().approvals };
  const { mobileOpen, setMobileOpen } = sidebar;
  useRealtime(session !== null);
  useGoing();
  useShortcuts();
  useAgencyLook();
  useEffect(() => setMobileOpen(false), [location.key, setMobileOpen]);
  return (
    <TutorialProvider>
      <div className="app" data-collapsed={sidebar.collapsed}>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <aside className="side" aria-label="Sidebar">
          <Suspense>
            {!phone && <Sidebar collapsed={sidebar.collapsed} counts={itemCounts} />}
          </Suspense>
        </aside>
        <div className="min-w-0">
          <Header sidebar={sidebar} />
          <Connectivity />
          {(me?.support || (me?.org && (me.org.practice || me.org.state !== "active"))) && (
            <Suspense>
              <AgencyBar />
            </Suspense>
          )}
          {can("job.read") && (
            <Suspense>
              <JobsTray enabled />
            </Suspense>
          )}
          <main className="main" id="main" tabIndex={-1}>
            {error ? (
              <Suspense>
                <ErrorPanel error={error} what="Your account" />
              </Suspense>
            ) : (
              <Outlet />
            )}
          </main>
        </div>
        {mobileOpen && (
          <Suspense>
            <MobileMenu open onOpenChange={setMobileOpen} counts={itemCounts} />
          </Suspense>
        )}
        {paletteOpen && CommandPalette && <CommandPalette open onOpenChange={setPaletteOpen} />}
        <AssistantDock />
      </div>
    </TutorialProvider>
  );
}

export { AppError as ErrorBoundary } from "./AppError.tsx";

/**
 * The frame of every screen of the app, and its guard (SPEC 6): spinner while loading, /auth for
 * strangers, /dashboard without the role.
 */
export default function Shell() {
  const { loading, session, me, error, can } = useAuth();
  const location = useLocation();
  usePageTitle(location.pathname);
  const page = pageAt(location.pathname);
  const access = page?.access ?? "open";
  const also: string | undefined = page?.alsoWith;
  const holds = also !== undefined && can(also as PermissionName);
  const instead = useFieldInstead(location.pathname, {
    signedIn: session !== null,
    known: me !== null,
    failed: error !== null,
  });
  if (instead === "stay")
    return (
      <Suspense fallback={<BootScreen />}>
        <FieldFrame />
      </Suspense>
    );
  if (instead === "wait") return <BootScreen />;
  if (instead) return <Navigate to={instead} replace />;
  if (loading && access !== "open") return <BootScreen />;
  // While nobody knows who it is, nobody is led away: the frame says what is missing and asks again.
  const target =
    session && error ? null : guardTarget(access, session !== null, me?.role ?? "user", holds);
  if (target === "/auth") rememberOrigin(`${location.pathname}${location.search}`);
  if (target) return <Navigate to={target} replace state={{ sentFrom: location.pathname }} />;
  return <Frame />;
}
