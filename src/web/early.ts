// What a page asks the server for first is asked for while its scripts are still on their way: who
// is signed in, and the answers that the same person's last visit of this address began with.

type Early = { token: string; reads: Record<string, Promise<Response>> };
type Visits = { user: string; pages: Record<string, readonly string[]> };

const key = "levee.early";
/**
 * Addresses asked for early beside who is signed in, and pages whose first answers are remembered.
 */
const readsPerPage = 2;
const pagesKept = 30;
/** Where everyone lands, and what it begins with, for whom nothing is remembered yet. */
const landing: Record<string, readonly string[]> = { "/dashboard": ["/api/v1/dashboard"] };
/** What was read early is used within this time after the page began, in milliseconds. */
const goodFor = 15_000;

/**
 * Rules are checked without code made at run time: the policy of every page forbids it, and zod's
 * own try would be reported on every screen.
 */
export const earlyRules = "globalThis.__zod_globalConfig={jitless:true};";

/**
 * Runs in the head before the stylesheet, so that it waits for nothing. Only a session that still
 * holds is used; whatever goes wrong, the page asks again by itself.
 */
export const earlyReads = `(function(){try{
var s=JSON.parse(localStorage.getItem("levee.session")),p=location.pathname;
if(!s||!s.access_token||s.expires_at*1e3<Date.now()+3e4)return;
var v=JSON.parse(localStorage.getItem("${key}"))||{},e=window.leveeEarly={token:s.access_token,reads:{}};
var h={accept:"application/json",authorization:"Bearer "+s.access_token};
var known=v.user===s.user.id&&v.pages[p+location.search]||${JSON.stringify(landing)}[p]||[];
["/api/v1/me"].concat(known).forEach(function(a){
(e.reads[a]=fetch(a,{headers:h})).catch(function(){})})}catch(x){}})();`;

const given = (): { leveeEarly?: Early } => globalThis as { leveeEarly?: Early };
let asked: { page: string; addresses: readonly string[] } = { page: "", addresses: [] };
let taken: string[] = [];

/** The page that is open, as it is remembered; empty outside of a browser. */
export const openPage = (): string =>
  typeof location === "undefined" ? "" : `${location.pathname}${location.search}`;

/**
 * The answer to a GET that the page asked for before its scripts ran, once, for the session that
 * asked; else undefined.
 */
export const takeEarly = (
  address: string,
  token: string | undefined,
): Promise<Response> | undefined => {
  const early = given().leveeEarly;
  const answer = early?.reads[address];
  if (!early || !answer) return undefined;
  delete early.reads[address];
  if (early.token !== token || performance.now() > goodFor) return undefined;
  taken.push(address);
  return answer;
};

/** Forgets what was read early: something is being changed. */
export const dropEarly = (): void => {
  delete given().leveeEarly;
};

/**
 * The page hears of changes from now on: what was read early and not used yet is forgotten. Gives,
 * once, the addresses that were used, to be read again: what changed before was announced to
 * nobody.
 */
export const takenEarly = (): readonly string[] => {
  dropEarly();
  return taken.splice(0);
};

/** Remembers that `page` began with this address, for the person's next visit of it. */
export const rememberEarly = (page: string, address: string, user: string | undefined): void => {
  const before = asked.page === page ? asked.addresses : [];
  if (!user || page === "" || before.includes(address) || before.length >= readsPerPage) return;
  asked = { page, addresses: [...before, address] };
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Visits | null;
    const others = Object.entries(kept?.user === user ? kept.pages : {})
      .filter(([other]) => other !== page)
      .slice(1 - pagesKept);
    localStorage.setItem(
      key,
      JSON.stringify({
        user,
        pages: Object.fromEntries([...others, [page, asked.addresses]]),
      } satisfies Visits),
    );
  } catch {
    /* storage refused: the next visit asks when its scripts run */
  }
};

/** Forgets what was remembered: the person leaves this browser. */
export const forgetEarly = (): void => {
  asked = { page: "", addresses: [] };
  taken = [];
  dropEarly();
  try {
    localStorage.removeItem(key);
  } catch {
    /* nothing was kept */
  }
};
