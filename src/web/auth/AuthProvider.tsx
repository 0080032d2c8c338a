import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { Role } from "#kernel/access.ts";
import type { AgencyState } from "#kernel/agency-state.ts";
import type { Instant } from "#kernel/time.ts";
import type { KeyChanges } from "#kernel/keys/effective.ts";
import type { PermissionName } from "#roles.ts";
import { api } from "../kit/api.ts";
import { isRefused } from "../kit/queries.ts";
import {
  currentSession,
  signOut,
  subscribeSession,
  type Session,
  type SessionUser,
} from "./session.ts";

/** Who is signed in, as GET /api/v1/me answers. */
export type Me = {
  person: {
    id: string;
    email: string;
    displayName: string;
    preferences: {
      singleKeyShortcuts?: boolean;
      theme?: "dark" | "light";
      mailNotices?: boolean;
      keys?: KeyChanges;
    };
    version: number;
  };
  kind: "member" | "vendor" | "person";
  org: {
    id: string;
    name: string;
    slug: string;
    timeZone: string;
    currency: string;
    fiscalYearStartMonth: number;
    address: string;
    phone: string;
    mfaRequired: boolean;
    sessionMinutes: number;
    callsPerMinute: number;
    publish: { orders: boolean; budget: boolean; requests: boolean; changes: boolean } | null;
    keys: KeyChanges | null;
    look: { number: number; markUrl: string | null } | null;
    state: AgencyState;
    practice: { origin: string; endsAt: Instant | null } | null;
    version: number;
  } | null;
  role: Role;
  permissions: string[];
  duties: string[];
  department: { id: string; name: string } | null;
  vendor: { id: string; name: string } | null;
  memberships: { orgId: string; name: string }[];
  invitations: {
    id: string;
    organization: string;
    invitedBy: string | null;
    role: Role;
    expiresAt: string;
  }[];
  support: { areas: string[]; endsAt: Instant } | null;
  sessionId: string | null;
  secondFactor: boolean;
  /**
   * The agency wants a second factor and this session has none: it must be set up before going on.
   */
  mfaRequired: boolean;
};

type Auth = {
  loading: boolean;
  session: Session | null;
  user: SessionUser | null;
  me: Me | null;
  /** Why /me could not be read, while the session stands. */
  error: Error | null;
  can: (permission: PermissionName) => boolean;
  signOut: () => Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);
const notHydrated = () => undefined;

/** Holds the session and the person for everything below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const session = useSyncExternalStore<Session | null | undefined>(
    subscribeSession,
    currentSession,
    notHydrated,
  );
  const userId = session?.user.id ?? null;
  const me = useQuery({
    queryKey: ["me", userId],
    queryFn: ({ signal }) => api<Me>("/api/v1/me", { signal }),
    enabled: userId !== null,
    // Everything hangs on this answer: asked again until it comes, so that nobody has to reload.
    retry: (_failures, error) => !isRefused(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
  });
  // What was read stays, and so does what is being typed below it.
  const away = me.data ? null : (me.error ?? me.failureReason);
  const before = useRef<string | null>(null);
  useEffect(() => {
    // Only when somebody leaves or another comes: clearing on a stranger's first page would orphan
    // the queries that it has just begun.
    if (before.current !== null && before.current !== userId) queries.clear();
    before.current = userId;
  }, [userId, queries]);
  useEffect(() => {
    // SPEC 4: with a person present the plan is checked, after sign-in as after a restored session.
    // A failure is logged and blocks nobody (SPEC 8).
    if (userId !== null)
      void api("/functions/v1/check-subscription", { method: "POST" }).then(
        (plan) => queries.setQueryData(["subscription", userId], plan),
        (error: unknown) => console.warn("subscription not read:", error),
      );
  }, [userId, queries]);
  const value = useMemo<Auth>(
    () => ({
      loading: session === undefined || (userId !== null && me.isPending && !away),
      session: session ?? null,
      user: session?.user ?? null,
      me: userId === null ? null : (me.data ?? null),
      error: away,
      can: (permission) => me.data?.permissions.includes(permission) ?? false,
      signOut,
    }),
    [session, userId, me.isPending, me.data, away],
  );
  return <AuthContext value={value}>{children}</AuthContext>;
}

/** The session, the person and their permissions. Throws outside of AuthProvider. */
export const useAuth = (): Auth => {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
};

/** The agency's time zone and currency; Eastern time and dollars for a person without an agency. */
export const useAgency = (): { timeZone: string; currency: string; name: string | null } => {
  const org = use(AuthContext)?.me?.org;
  return {
    timeZone: org?.timeZone ?? "America/New_York",
    currency: org?.currency ?? "USD",
    name: org?.name ?? null,
  };
};
