import { systemActor, type Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, requireSeen, transition, type StepAt } from "#server/lifecycle.ts";
import { agentConnection } from "../agents.tables.ts";
import { endRunsOf } from "./run.service.ts";
import type { Connected } from "./standing.service.ts";
import { agentConnectionNoun, type ClientStored, type ConnectionStored } from "./client.noun.ts";

const endWith = async (
  tx: Tx,
  actor: Actor,
  at: { id: string; version?: number | null },
  why: string,
): Promise<ConnectionStored> => {
  const after = await transition(tx, actor, agentConnectionNoun, {
    ...{ id: at.id, version: at.version ?? null, action: "end" },
    effect: () =>
      Promise.resolve({
        patch: {
          endedAt: businessNow(tx.scope).toISOString() as Instant,
          endedFor: why,
        },
        note: why,
      }),
  });
  await endRunsOf(tx, at.id);
  return after;
};

/**
 * Ends what a program was let do, with its run and what it proposed that nobody decided: by the person
 * in whose name it read, or by an administrator. 403, 404, 409, 412.
 */
export const endConnection = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
): Promise<{ id: string; number: string; status: string; version: number }> => {
  await requireSeen(tx, actor, "agentConnection", at.id);
  const row = await getRow(tx, agentConnection, at.id, "connection");
  const own = row.personId === actor.personId;
  if (!own && !actor.permissions.has("agent.configure"))
    throw notAllowed("An administrator ends what others let a program do.");
  const { id, clientName, status, version } = await endWith(
    ...([tx, actor, at] as const),
    own ? "" : `Ended by ${actor.name}.`,
  );
  return { id, number: clientName, status, version };
};

/** Ends every connection of a program that an administrator ends. */
export const endConnectionsOf = async (tx: Tx, actor: Actor, clientId: string): Promise<number> => {
  const open = await tx.rows<{ id: string }>(sql`
    select id
    from agent_connection
    where org_id = ${actor.orgId} and client_id = ${clientId} and status = 'active'
    order by id
  `);
  for (const { id } of open)
    await endWith(tx, asSystem(actor), { id }, `${actor.name} ended the program.`);
  return open.length;
};

/** Ends a connection whose tokens are not safe any more; nothing where it has ended. */
export const endBySystem = async (app: App, id: string, why: string): Promise<void> => {
  const found = await identityDb(app.database).maybe<{ orgId: string }>(sql`
    select org_id
    from agent_connection
    where id::text = ${id} and status = 'active'
  `);
  if (!found) return;
  const actor = systemActor(found.orgId);
  await app.database.transaction(actor, (tx) => endWith(tx, actor, { id }, why));
};

/** Ends a connection that a restore brought back. */
export const endAfterRestore = (tx: Tx, actor: Actor, id: string): Promise<ConnectionStored> =>
  endWith(tx, asSystem(actor), { id }, "Ended by a restore.");

/** Stores that a member lets a program read, and propose where `proposes`, until a moment. */
export const connect = async (
  tx: Tx,
  actor: Actor,
  client: ClientStored,
  { address, proposes, endsAt }: { address: string; proposes: boolean; endsAt: Instant },
): Promise<ConnectionStored> => {
  const row = await insertRow(tx, agentConnection, {
    ...{ orgId: actor.orgId!, id: newId(), clientId: client.id, clientName: client.name },
    ...{ address, personId: actor.personId!, personName: actor.name, proposes, endsAt },
  });
  note(
    tx,
    actor,
    agentConnectionNoun,
    { id: row.id, number: client.name },
    {
      action: "create",
      after: { address, proposes, endsAt },
    },
  );
  return row;
};

/** Counts a call of a program. */
export const noteCall = (app: App, { id, actor }: Connected): Promise<unknown> =>
  app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update agent_connection
      set calls = calls + 1, last_used_at = clock_timestamp()
      where org_id = ${actor.orgId} and id = ${id}
    `),
  );
