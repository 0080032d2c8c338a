import type { Actor } from "#kernel/access.ts";
import { mayUse } from "#server/agents/allowed.ts";
import type { AgentDefinition } from "#server/agents/agent.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { standingInAgency } from "#areas/identity/identity.server.ts";

/**
 * Whoever a run is for, with the rights of this moment; null once they are no member, or lost
 * something that the agent reads.
 */
export const readsFor =
  (app: App, orgId: string, personId: string, agent: AgentDefinition) =>
  async (): Promise<Actor | null> => {
    const standing = await standingInAgency(identityDb(app.database), orgId, personId);
    if (!standing) return null;
    const actor: Actor = {
      kind: "member",
      personId,
      orgId,
      ...standing,
      vendorIds: [],
      sessionId: null,
    };
    return mayUse(actor, agent) ? actor : null;
  };
