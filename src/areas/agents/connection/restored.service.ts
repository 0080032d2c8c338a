import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Closed, Closing } from "#server/restored/closing.ts";
import { endAfterRestore } from "./connection.service.ts";

const endSome = async (tx: Tx, actor: Actor, id: string | null): Promise<Closed[]> => {
  const open = await tx.rows<{ id: string; clientName: string; personName: string }>(sql`
    select id, client_name, person_name
    from agent_connection
    where org_id = ${tx.scope.orgId}
      and status = 'active'
      and (${id}::text is null or id::text = ${id})
    order by id
  `);
  for (const each of open) await endAfterRestore(tx, actor, each.id);
  return open.map((each) => ({
    ...{ subjectId: each.id, name: `${each.clientName} of ${each.personName}`, before: {} },
  }));
};

/** What programs were let do after a restore: what ended since ends again, and where nothing tells, all of it. */
export const connectionsAfterRestore: Closing = {
  kind: "connection",
  told: ({ action, objectId }) =>
    action === "agentConnection.end" ? { subject: objectId, taken: {}, sentence: "Ended" } : null,
  final: "What ended stays ended. The member connects the program anew.",
  close: async (tx, actor, subject) => (await endSome(tx, actor, subject))[0] ?? null,
  closeAll: (tx, actor) => endSome(tx, actor, null),
  open: () => {
    throw conflict("connection_over", "A connection that ended is made anew by its member.");
  },
};
