import { v7 } from "uuid";

// Random bytes are drawn for 256 ids at once: the call costs more than its bytes.
const pool = new Uint8Array(4096);
let used = pool.length;
let msecs = 0;
let seq = 0;

/**
 * A new UUIDv7: time-ordered, also within a millisecond (RFC 9562, 6.2: a counter with a random
 * start), made in the application so that any PostgreSQL works.
 */
export const newId = (): string => {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += 16));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = ((random[6]! & 0x7f) << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!;
  } else if ((seq = (seq + 1) | 0) === 0) msecs++;
  return v7({ random, msecs, seq });
};
