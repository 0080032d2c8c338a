import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { lacksFactor, standingInAgency } from "#areas/identity/identity.server.ts";

/** A connection that is good, with the member in whose name it reads, as they stand now. */
export type Connected = {
  id: string;
  clientId: string;
  clientName: string;
  address: string;
  proposes: boolean;
  areas: readonly string[];
  actor: Actor;
};

type Found = {
  orgId: string;
  personId: string;
  clientId: string;
  clientName: string;
  address: string;
  proposes: boolean;
};

/**
 * The connection of this id with the rights of this moment; null once it or its program has ended,
 * its day is over, or its person is no member, may not run agents or lacks the second factor that the
 * agency demands. Asked at each call, so that an end holds at once on every instance.
 */
export const connectedNow = async (app: App, id: string): Promise<Connected | null> => {
  const identity = identityDb(app.database);
  const found = await identity.maybe<Found>(sql`
    select n.org_id, n.person_id, n.client_id, n.client_name, n.address, n.proposes
    from agent_connection n
    join agent_client c on c.org_id = n.org_id and c.id = n.client_id
    where n.id::text = ${id}
      and n.status = 'active'
      and n.ends_at > clock_timestamp()
      and c.status = 'active'
  `);
  if (!found) return null;
  const { orgId, personId } = found;
  const standing = await standingInAgency(identity, orgId, personId);
  if (!standing?.permissions.has("agent.run")) return null;
  if (await lacksFactor(identity, orgId, { personId, ...standing })) return null;
  const actor: Actor = {
    ...{ kind: "member", personId, orgId, ...standing },
    ...{ vendorIds: [], sessionId: null },
  };
  const client = await app.database.read(actor).one<{ areas: string[] }>(sql`
    select areas
    from agent_client
    where org_id = ${orgId} and id = ${found.clientId}
  `);
  return { ...found, id, areas: client.areas, actor };
};
