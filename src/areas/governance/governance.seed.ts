import type { App } from "#server/app.ts";
import { carverCountyId, northforkId } from "#areas/identity/identity.public.ts";
import { ensureFederalRules } from "./rule/rule.service.ts";

/** The shipped rules for the demo agencies. */
export const seedGovernance = async (app: App): Promise<void> => {
  for (const orgId of [carverCountyId, northforkId])
    await app.database.transaction({ orgId, personId: null }, (tx) => ensureFederalRules(tx));
};
