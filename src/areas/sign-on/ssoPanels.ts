import type { TabDefinition } from "#web/kit/Tabs.tsx";

/** Tabs that other areas bring to /sso-management, in their order, such as a directory's. */
export const ssoPanels: readonly TabDefinition[] = [];
