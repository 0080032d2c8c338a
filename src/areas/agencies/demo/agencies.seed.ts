import type { App } from "#server/app.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { countAgency } from "#areas/billing/billing.server.ts";

/** What the demo's agencies use, counted as every quarter of an hour. */
export const seedAgencyCounts = async (app: App): Promise<void> => {
  for (const orgId of await organizationIds(app.database))
    await app.database.transaction({ orgId, personId: null }, countAgency);
};
