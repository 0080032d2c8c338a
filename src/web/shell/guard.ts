import { roleSatisfies, type Page, type Role } from "#kernel/access.ts";

const originKey = "levee.origin";

/**
 * Where a guard sends a person, or null when they may stay. SPEC 6: not signed in → /auth; role
 * missing → /dashboard.
 */
export const guardTarget = (
  access: Page["access"],
  signedIn: boolean,
  role: Role,
): "/auth" | "/dashboard" | null => {
  if (access === "public" || access === "open") return null;
  if (!signedIn) return "/auth";
  return access === "signed-in" || roleSatisfies(role, access) ? null : "/dashboard";
};

/**
 * True for an address inside this site: one leading slash, nothing a browser would read as another
 * host.
 */
export const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])[^\\\s]*$/.test(path) && !path.startsWith("/auth");

/** Remembers where a person wanted to go before signing in (this tab only, own addresses only). */
export const rememberOrigin = (path: string): void => {
  try {
    if (isOwnPath(path)) sessionStorage.setItem(originKey, path);
  } catch {
    /* storage refused: the person lands on the dashboard */
  }
};

/** Takes the remembered address, once; /dashboard when there is none. */
export const takeOrigin = (): string => {
  try {
    const path = sessionStorage.getItem(originKey);
    sessionStorage.removeItem(originKey);
    return path && isOwnPath(path) ? path : "/dashboard";
  } catch {
    return "/dashboard";
  }
};
