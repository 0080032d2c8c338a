import type { Page } from "#kernel/access.ts";

export const flowsPages = {} as const satisfies Record<string, Page>;
