import type { App } from "#server/app.ts";
export const seedDisaster = async (_app: App, log: (line: string) => void): Promise<void> => {
  log("disaster");
};
