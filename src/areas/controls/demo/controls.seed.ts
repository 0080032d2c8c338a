import type { App } from "#server/app.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { seedQuotes } from "#areas/procurement/procurement.server.ts";
import { seedFiles } from "./file.seed.ts";
import { seedWatched } from "./watch.seed.ts";
import { seedWaiver } from "./waiver.seed.ts";
import { judgeOn } from "../judge/pass.service.ts";

/** Quotes of what was bought by them, and what the controls that ship say of all that was bought. */
export const seedControls = async (app: App, log: (line: string) => void): Promise<void> => {
  const quoted = await seedQuotes(app);
  await seedWatched(app);
  for (const orgId of await organizationIds(app.database))
    await judgeOn(app, { orgId, personId: null });
  const files = await seedFiles(app);
  await seedWaiver(app);
  log(
    `controls judged what was bought: ${quoted} orders by their quotes, ${files} files completed`,
  );
};
