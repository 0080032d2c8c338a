import type { Actor } from "#kernel/access.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Who holds these positions of the incident now; its commander where nobody does. */
const holdersOf = async (db: Db, incidentId: string, codes: readonly string[]) => {
  const held = await db.rows<{ personId: string; code: string }>(sql`
    select h.person_id, p.code
    from incident_position p
    join incident_holding h on h.org_id = p.org_id and h.position_id = p.id and h.to_at is null
    where p.org_id = ${db.scope.orgId}
      and p.incident_id = ${incidentId}
      and p.closed_at is null
      and p.code = any(${[...codes, "IC"]}::text[])
  `);
  const named = held.filter((each) => codes.includes(each.code));
  return (named.length ? named : held).map((each) => each.personId);
};

/** What waits for whoever holds a position. */
type Word = { title: string; body: string; link: string };

/** Tells people of an incident what waits for them, except whoever did it. */
export const tellPeople = (
  tx: Tx,
  actor: Actor,
  people: readonly (string | null)[],
  word: Word,
): void => {
  const others = people.flatMap((id) => (id && id !== actor.personId ? [id] : []));
  if (others.length) notify(tx, others, { kind: "incident", ...word });
};

/** Tells those who hold these positions of an incident; its commander where nobody does. */
export const tellHolders = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  codes: readonly string[],
  word: Word,
): Promise<void> => tellPeople(tx, actor, await holdersOf(tx, incidentId, codes), word);
