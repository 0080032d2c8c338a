import type { App } from "#server/app.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { judgeOn } from "../judge/pass.service.ts";

/** The controls that ship judge what the story bought: nothing is invented. */
export const seedControls = async (app: App, log: (line: string) => void): Promise<void> => {
  for (const orgId of await organizationIds(app.database))
    await judgeOn(app, { orgId, personId: null });
  log("controls judged what was bought");
};
