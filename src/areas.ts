import type { Page } from "./kernel/access.ts";

/** Every page of the product. */
export const pages: readonly Page[] = [];
