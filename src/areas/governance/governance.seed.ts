import type { App } from "#server/app.ts";
import { carverCountyId, northforkId } from "#areas/identity/identity.public.ts";
import { systemActor } from "#kernel/access.ts";
import { ensureFederalRules, addRule } from "./rule/rule.service.ts";
import { stateRules } from "./rule/state-rules.data.ts";

/** The shipped rules for the demo agencies, and what the state of Carver County says of retainage and of paying late. */
export const seedGovernance = async (app: App): Promise<void> => {
  for (const orgId of [carverCountyId, northforkId])
    await app.database.transaction({ orgId, personId: null }, (tx) => ensureFederalRules(tx));
  const actor = systemActor(carverCountyId);
  for (const { state, ...law } of stateRules) {
    if (state !== "Minnesota") continue;
    await app.database.transaction(actor, (tx) =>
      addRule(tx, actor, { ...law, jurisdiction: "state", effectiveTo: null, verified: false }),
    );
  }
};
