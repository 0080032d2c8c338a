import type { App } from "#server/app.ts";

export const seedGrants = async (_app: App, log: (line: string) => void): Promise<void> => {
  log("grants of Carver County");
};
