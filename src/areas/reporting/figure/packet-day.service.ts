import type { Actor } from "#kernel/access.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * The agency's day on which a packet (several kept runs as one) was published last, for the meeting
 * before; one that was corrected or withdrawn since was before that meeting too. Null where none ever was.
 */
export const lastPacketDay = async (db: Db, actor: Actor): Promise<Day | null> => {
  const { at } = await db.one<{ at: Instant | null }>(sql`
    select max(p.published_at) as at
    from publication p
    where p.org_id = ${actor.orgId}
      and 1 < (
        select count(*)
        from publication_run r
        where r.org_id = p.org_id and r.publication_id = p.id
      )
  `);
  return at === null ? null : dayIn(actor, at);
};
