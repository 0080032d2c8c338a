import { newId } from "#kernel/ids.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { logSecurityEvent } from "./security-event.service.ts";

// Of a rule `r` and a session `s`.
const inForce = sql`coalesce(r.lifted_until <= clock_timestamp(), true)`;
const breaksGlass = sql`
  s.assurance = 'mfa' and exists (
    select 1
    from break_glass_member b
    where b.org_id = r.org_id and b.person_id = s.person_id
  )
`;

/**
 * SQL: the rule `r` of an agency keeps the session `s` out of it. Such an agency is entered through
 * its own provider, except by the few members who keep their password and second factor for the day
 * on which the provider fails.
 */
export const ruleKeepsOut = sql`
  ${inForce} and s.provider_id is distinct from r.provider_id and not (${breaksGlass})
`;

type Entry = { orgId: string; personId: string; breaksGlass: boolean; keptOut: boolean };

/**
 * Notes what an agency's rule of entry means for a session that begins or enters it: that it is kept
 * out, or that somebody came in who may beside the provider (every administrator is told of it).
 */
export const noteEntry = async (db: Db, sessionId: string): Promise<void> => {
  const entry = await db.maybe<Entry>(sql`
    select
      s.active_org_id as org_id, s.person_id, ${breaksGlass} as breaks_glass,
      ${ruleKeepsOut} as kept_out
    from session s
    join sign_in_rule r on r.org_id = s.active_org_id
    where s.id = ${sessionId} and s.provider_id is distinct from r.provider_id and ${inForce}
  `);
  if (!entry) return;
  const { orgId, personId } = entry;
  if (entry.keptOut)
    return logSecurityEvent(db, {
      type: "entry_kept_out",
      severity: "medium",
      orgId,
      personId,
      sessionId,
    });
  const noted = await db.rows(sql`
    insert into break_glass_use (org_id, id, person_id, session_id)
    values (${orgId}, ${newId()}, ${personId}, ${sessionId})
    on conflict (org_id, session_id)
    do nothing
    returning id
  `);
  if (noted.length > 0)
    await logSecurityEvent(db, {
      type: "break_glass_used",
      severity: "high",
      orgId,
      personId,
      sessionId,
    });
};
