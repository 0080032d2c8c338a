import { keyFormat } from "#server/auth/key-format.ts";

/** Keys of programs. */
export const programKeys = keyFormat("lvk_");
