import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { revokeDelegation } from "./delegation.service.ts";

/** A delegation that holds now, for a review of rights. */
export type OpenDelegation = {
  id: string;
  fromId: string;
  fromName: string;
  toId: string;
  toName: string;
  note: string;
  startsAt: Instant;
  endsAt: Instant;
};

/** The agency's delegations of approvals that hold now or will: not ended, not over. */
export const openDelegations = (db: Db): Promise<OpenDelegation[]> =>
  db.rows<OpenDelegation>(sql`
    select
      d.id, d.from_person_id as from_id, f.display_name as from_name, d.to_person_id as to_id,
      t.display_name as to_name, d.note, d.starts_at, d.ends_at
    from approval_delegation d
    join person f on f.id = d.from_person_id
    join person t on t.id = d.to_person_id
    where d.org_id = ${db.scope.orgId} and d.revoked_at is null and d.ends_at > clock_timestamp()
    order by t.display_name, d.starts_at, d.id
  `);

/** Ends a delegation as whoever reviews rights; false where it is over already. */
export const endDelegation = async (tx: Tx, actor: Actor, id: string): Promise<boolean> => {
  const one = await tx.maybe<{ version: number }>(sql`
    select version
    from approval_delegation
    where org_id = ${tx.scope.orgId}
      and id = ${id}
      and revoked_at is null
      and ends_at > clock_timestamp()
    for update
  `);
  if (!one) return false;
  const permissions = new Set([...actor.permissions, "approval.policy"]);
  await revokeDelegation(tx, { ...actor, permissions }, id, one.version);
  return true;
};
