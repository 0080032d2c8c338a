import type { Page } from "#kernel/access.ts";

/** Its panel stands on the page of single sign-on. */
export const directoryPages = {} as const satisfies Record<string, Page>;
