import type { Page } from "#kernel/access.ts";

export const fieldPages = {} as const satisfies Record<string, Page>;
