import { roleSatisfies, type Page, type Role } from "#kernel/access.ts";

const originKey = "levee.origin";

/**
 * Where a guard sends a person, or null when they may stay. SPEC 6: not signed in → /auth; role
 * missing → /dashboard. `holds`: they hold the permission that opens the page too.
 */
export const guardTarget = (
  access: Page["access"],
  signedIn: boolean,
  role: Role,
  holds = false,
): "/auth" | "/dashboard" | null => {
  if (access === "public" || access === "open") return null;
  if (!signedIn) return "/auth";
  return access === "signed-in" || holds || roleSatisfies(role, access) ? null : "/dashboard";
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

const signUpKey = "levee.sign-up-origin";
const dayMs = 24 * 3600 * 1000;

/**
 * Keeps the remembered address for the tab that the confirming letter opens; as long as the
 * letter's link works.
 */
export const keepOriginForSignUp = (): void => {
  try {
    const path = sessionStorage.getItem(originKey);
    if (path) localStorage.setItem(signUpKey, JSON.stringify({ path, at: Date.now() }));
  } catch {
    /* storage refused: the person lands on the first steps */
  }
};

const takeSignUpOrigin = (): string | null => {
  const kept = localStorage.getItem(signUpKey);
  localStorage.removeItem(signUpKey);
  if (!kept) return null;
  const { path, at } = JSON.parse(kept) as { path: string; at: number };
  return Date.now() - at < dayMs ? path : null;
};

/** Takes the remembered address, once; /dashboard when there is none. */
export const takeOrigin = (): string => {
  try {
    const path = sessionStorage.getItem(originKey) ?? takeSignUpOrigin();
    sessionStorage.removeItem(originKey);
    return path && isOwnPath(path) ? path : "/dashboard";
  } catch {
    return "/dashboard";
  }
};

const noticeKey = "levee.notice";

/** Remembers the notice that led somebody to register a company. */
export const rememberNotice = (path: string): void => {
  try {
    if (isOwnPath(path)) localStorage.setItem(noticeKey, path);
  } catch {
    /* storage refused: the person finds the notice among the opportunities */
  }
};

/** The notice that led here, until it is answered or left; null without one. */
export const rememberedNotice = (): string | null => {
  try {
    const path = localStorage.getItem(noticeKey);
    return path && isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
};

/** Forgets the notice: its reader has arrived. */
export const forgetNotice = (): void => {
  try {
    localStorage.removeItem(noticeKey);
  } catch {
    /* nothing was kept */
  }
};
