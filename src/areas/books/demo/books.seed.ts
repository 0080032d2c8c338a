import type { App } from "#server/app.ts";

/** The books of the demo's county. */
export const seedBooks = async (_app: App, _log: (line: string) => void): Promise<void> => {};
