import { systemActor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { setSupervisor, tellChanged } from "#areas/organization/organization.server.ts";
import type { Caller } from "./call.service.ts";
import { enterpriseSchema } from "./resource.model.ts";

type Pair = { personId: string; above: string | null; said: boolean };

// The one who is named may come later than whoever names them: both ends are looked at.
const pairsOf = (tx: Tx, { orgId, directoryId }: Caller, userId: string): Promise<Pair[]> =>
  tx.rows<Pair>(sql`
    with named as (
      select
        u.person_id, u.attributes -> ${enterpriseSchema}::text -> 'manager' ->> 'value' as manager,
        u.id
      from directory_user u
      where u.org_id = ${orgId}
        and u.directory_id = ${directoryId}
        and u.deleted_at is null
        and u.active
        and u.person_id is not null
    )
    select n.person_id, m.person_id as above, coalesce(n.manager, '') <> '' as said
    from named n
    left join directory_user m
      on m.org_id = ${orgId}
      and m.directory_id = ${directoryId}
      and m.deleted_at is null
      and m.active
      and m.person_id is not null
      and n.manager in (m.id::text, m.external_id, m.user_name)
    where n.id = ${userId} or m.id = ${userId}
    order by n.person_id
  `);

/**
 * Makes the manager whom a directory names (RFC 7643, 4.3) the supervisor of its user, and the user that of
 * whoever names them. Silence takes nobody away; a circle is left as it stands. Words of what changed.
 */
export const followManager = async (tx: Tx, caller: Caller, userId: string): Promise<string> => {
  const said: string[] = [];
  for (const { personId, above, said: named } of await pairsOf(tx, caller, userId)) {
    if (!named || !above) continue;
    const changed = await setSupervisor(tx, personId, above).catch((error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    });
    if (!changed) continue;
    note(tx, systemActor(caller.orgId, undefined, caller.name), "member", personId, {
      action: "edit",
      after: { supervisorId: above },
      note: `As ${caller.name} says`,
      event: null,
    });
    await tellChanged(tx, systemActor(caller.orgId, undefined, caller.name), personId);
    said.push("supervisor set");
  }
  return said.join("; ");
};
