import { randomBytes } from "node:crypto";

const held = 8192;
let pool = randomBytes(held);
let used = 0;

/**
 * Fresh random bytes of the system's generator, `count` ≤ 8192, each given out once; drawn in
 * larger pieces, since a call costs more than its bytes.
 */
export const freshBytes = (count: number): Buffer => {
  if (used + count > held) [pool, used] = [randomBytes(held), 0];
  return pool.subarray(used, (used += count));
};
