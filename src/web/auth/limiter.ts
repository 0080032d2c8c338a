import { RateLimiter, type RateLimitName } from "#kernel/rate-limiter.ts";
import { counted } from "#kernel/words.ts";

const limiter = new RateLimiter();

/**
 * What to tell somebody who must wait, or null when the use is allowed (SPEC 9, per key, in this
 * page's memory).
 */
export const waitFor = (
  name: RateLimitName,
  key: string,
): { seconds: number; text: string } | null => {
  const wait = limiter.spend(name, key);
  if (wait === 0) return null;
  const seconds = Math.ceil(wait / 1000);
  const minutes = Math.ceil(seconds / 60);
  return { seconds, text: `Too many attempts. Try again in ${counted(minutes, "minute")}.` };
};

/** A success: the key's count starts anew. */
export const forgiveWait = (name: RateLimitName, key: string): void => limiter.forgive(name, key);
