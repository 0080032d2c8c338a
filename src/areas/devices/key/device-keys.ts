import { keyFormat } from "#server/auth/key-format.ts";

/** Keys of devices. */
export const deviceKeys = keyFormat("lvd_");
