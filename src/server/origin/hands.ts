// Who ever had a hand in a record: its columns keep the last of them, its history keeps all.
import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

type Named = { name: string; cycle: { noun: string } };
/** Acts of the history that tell a hand, and what another person must do then. */
type Hands = { acts: readonly string[] | undefined; then: string };

/**
 * Why the actor does not take a step: they once did one of these acts to the record, whoever did it
 * again since (separation of duties: 2 CFR 200.303(a)). Null for everybody else, and for the system.
 */
export const handBefore = async (
  db: Db,
  actor: Actor,
  noun: Named,
  id: string,
  { acts, then }: Hands,
): Promise<string | null> => {
  if (!acts || actor.kind === "system" || !actor.personId) return null;
  const did = await db.maybe<{ id: string }>(sql`
    select id
    from audit_entry
    where org_id = ${db.scope.orgId}
      and object_id = ${id}
      and object_type = ${noun.name}
      and actor_id = ${actor.personId}
      and action = any(${acts.map((act) => `${noun.name}.${act}`)}::text[])
    order by id
    limit 1
  `);
  return did
    ? `You had a hand in this ${noun.cycle.noun} before, so another person must ${then}.`
    : null;
};

/** Refuses a step to whoever had such a hand in the record: 403 `separation_of_duties`. */
export const refuseHands = async (
  db: Db,
  actor: Actor,
  noun: Named,
  id: string,
  hands: Hands,
): Promise<void> => {
  const why = await handBefore(db, actor, noun, id, hands);
  if (why) throw notAllowed(why, "separation_of_duties");
};
