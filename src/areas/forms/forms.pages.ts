import type { Page } from "#kernel/access.ts";

export const formsPages = {} as const satisfies Record<string, Page>;
