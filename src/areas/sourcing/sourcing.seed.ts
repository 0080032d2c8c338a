import type { App } from "#server/app.ts";
import { openStory } from "#areas/procurement/procurement.server.ts";
import { seedFederal } from "./federal/federal.seed.ts";
import { seedOpenings } from "./opening/opening.seed.ts";
import { seedSolicitations } from "./solicitation/solicitation.seed.ts";

/** Solicitations of Carver County until their bids are opened: drafts, open, sealed, opened. */
export const seedSourcing = async (app: App, log: (line: string) => void): Promise<void> => {
  await seedSolicitations(app);
  await seedOpenings(await openStory(app, 4897), log);
  await seedFederal(app);
};
