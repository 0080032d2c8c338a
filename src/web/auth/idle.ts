/**
 * SPEC 9: 60 minutes of inactivity, warned 5 minutes before, looked at every 60 seconds.
 * Milliseconds.
 */
export const idleLimitMs = 60 * 60_000;
const warnBeforeMs = 5 * 60_000;
export const lookEveryMs = 60_000;

/** Fired on `window` when the server ended the session. */
export const sessionExpiredEvent = "levee:session-expired";
export const activityKey = "levee.activity";

const writeEveryMs = 5000;
let here = 0;

/** When anybody last did something in any tab of this browser; now, when nothing is known. */
export const lastActivity = (): number => {
  let stored = 0;
  try {
    stored = Number(localStorage.getItem(activityKey)) || 0;
  } catch {
    /* storage refused: this tab counts alone */
  }
  return Math.max(stored, here) || Date.now();
};

/** Notes that somebody is here; told to the other tabs at most every 5 s unless `now` is asked. */
export const markActivity = (now = false): void => {
  const at = Date.now();
  if (!now && at - here < writeEveryMs) return;
  here = at;
  try {
    localStorage.setItem(activityKey, String(at));
  } catch {
    /* as above */
  }
};

/** Where a session stands after so long without activity (SPEC 4, Session timeout). */
export const idleState = (idleMs: number, limitMs: number): "active" | "warned" | "expired" =>
  idleMs >= limitMs ? "expired" : idleMs >= limitMs - warnBeforeMs ? "warned" : "active";
