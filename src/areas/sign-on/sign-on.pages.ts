import type { Page } from "#kernel/access.ts";

export const signOnPages = {} as const satisfies Record<string, Page>;
