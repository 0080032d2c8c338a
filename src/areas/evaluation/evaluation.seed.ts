import type { App } from "#server/app.ts";
import { openStory } from "#areas/procurement/procurement.server.ts";
import { demoOfficers } from "#areas/sourcing/sourcing.server.ts";
import { seedEvaluations } from "./evaluation/evaluation.seed.ts";

/**
 * Solicitations of Carver County that are scored and awarded. Without the officers' keys nothing is
 * opened, and there is no such chapter.
 */
export const seedEvaluation = async (app: App, log: (line: string) => void): Promise<void> => {
  const keys = await demoOfficers(app);
  if (keys) await seedEvaluations(await openStory(app, 4898), keys, log);
};
