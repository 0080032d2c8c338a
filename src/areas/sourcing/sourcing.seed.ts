import type { App } from "#server/app.ts";
import { openStory } from "#areas/procurement/procurement.server.ts";
import { seedEvaluations } from "./evaluation/evaluation.seed.ts";
import { seedFederal } from "./federal/federal.seed.ts";
import { seedMarket } from "./market/market.seed.ts";
import { seedOpenings } from "./opening/opening.seed.ts";
import { seedSolicitations } from "./solicitation/solicitation.seed.ts";

/** Solicitations of Carver County at every stage: drafts, open, sealed, opened, scored, awarded. */
export const seedSourcing = async (app: App, log: (line: string) => void): Promise<void> => {
  await seedSolicitations(app);
  const story = await openStory(app, 4897);
  const keys = await seedOpenings(story, log);
  if (keys) await seedEvaluations(story, keys, log);
  await seedMarket(app);
  await seedFederal(app);
};
