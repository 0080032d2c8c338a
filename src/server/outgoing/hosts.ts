import { OutgoingRefusal } from "./refusal.ts";

/** How many calls one host takes at once, how many wait for it, and for how long (ms). */
export type HostLimits = { atOnce: number; queue: number; waitMs: number; backOff: boolean };

/** How a call ended for its host; `restMs` where the host itself asked for a pause. */
export type Outcome = { failed: boolean; restMs?: number };

type Host = { busy: number; waiting: (() => void)[]; failures: number; restUntil: number };

const firstRestMs = 1_000;
const longestRestMs = 300_000;
/** What a host asks for by Retry-After counts up to an hour. */
const longestAskedMs = 3_600_000;
const mostHosts = 1_000;

const isIdle = (host: Host) => host.busy === 0 && host.waiting.length === 0;

const wait = (host: Host, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
      resolve();
    };
    const giveUp = (reason: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
      host.waiting.splice(host.waiting.indexOf(turn), 1);
      reject(reason);
    };
    const gone = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(new OutgoingRefusal("busy", { retryAfter: 60 })), ms);
    signal.addEventListener("abort", gone);
    host.waiting.push(turn);
  });

/**
 * The calls under way by host (name and port). A host that is slow or failing holds back its own
 * calls alone: each has its own places, queue and pause (1 s after a failure, twice as long after
 * each further one, five minutes at most).
 */
export const openHosts = (now: () => number = () => performance.now()) => {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const known = hosts.get(name);
    if (known) return known;
    if (hosts.size >= mostHosts)
      for (const [old, host] of hosts)
        if (isIdle(host) && host.restUntil <= now()) hosts.delete(old);
    const host: Host = { busy: 0, waiting: [], failures: 0, restUntil: 0 };
    hosts.set(name, host);
    return host;
  };
  const refuseResting = (host: Host, limits: HostLimits) => {
    const left = host.restUntil - now();
    if (limits.backOff && left > 0)
      throw new OutgoingRefusal("resting", { retryAfter: Math.ceil(left / 1000) });
  };
  const settle = (host: Host, limits: HostLimits, { failed, restMs = 0 }: Outcome) => {
    if (!failed) host.failures = 0;
    else if (limits.backOff) {
      const own = Math.min(firstRestMs * 2 ** host.failures++, longestRestMs);
      host.restUntil = now() + Math.max(own, Math.min(restMs, longestAskedMs));
    }
  };
  return {
    /**
     * Takes a place at the host; what it gives back is called once with the outcome (null: the call
     * says nothing about the host). Refuses `busy`, `resting`, or what the signal says.
     */
    enter: async (
      name: string,
      limits: HostLimits,
      signal: AbortSignal,
    ): Promise<(outcome: Outcome | null) => void> => {
      const host = hostOf(name);
      refuseResting(host, limits);
      if (host.busy < limits.atOnce) host.busy++;
      else if (host.waiting.length >= limits.queue)
        throw new OutgoingRefusal("busy", { retryAfter: 60 });
      else await wait(host, limits.waitMs, signal);
      let left = false;
      const leave = (outcome: Outcome | null) => {
        if (left) return;
        left = true;
        if (outcome) settle(host, limits, outcome);
        // Whoever waits longest takes the place over.
        const next = host.waiting.shift();
        if (next) next();
        else host.busy--;
        if (isIdle(host) && host.failures === 0) hosts.delete(name);
      };
      try {
        refuseResting(host, limits);
      } catch (error) {
        leave(null);
        throw error;
      }
      return leave;
    },
  };
};
