import { newId } from "#kernel/ids.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

export type SecurityEvent = {
  type: string;
  severity: "low" | "medium" | "high" | "critical";
  personId?: string | null;
  orgId?: string | null;
  sessionId?: string | null;
  data?: unknown;
  address?: string;
};

/**
 * Records something that a security officer may want to know. Never put secrets or passwords into
 * `data`.
 */
export const logSecurityEvent = async (db: Db, e: SecurityEvent): Promise<void> => {
  await db.rows(sql`
    insert into security_event (
      id, org_id, person_id, session_id, event_type, severity, event_data, address
    )
    values (
      ${newId()}, ${e.orgId ?? null}, ${e.personId ?? null}, ${e.sessionId ?? null}, ${e.type},
      ${e.severity}, ${JSON.stringify(e.data ?? {})}, ${e.address ?? ""}
    )
  `);
};

/** Writes events of the past into the demo's story; false where they were told before. */
export const tellPastEvents = async (
  db: Db,
  events: readonly (SecurityEvent & { at: string })[],
): Promise<boolean> => {
  const begun = await db.maybe(sql`
    select 1 as found
    from security_event
    where address = ${events[0]?.address ?? ""} and event_type = ${events[0]?.type ?? ""}
    limit 1
  `);
  if (begun) return false;
  for (const e of events)
    await db.rows(sql`
      insert into security_event (
        id, org_id, person_id, event_type, severity, event_data, address, occurred_at
      )
      values (
        ${newId()}, ${e.orgId ?? null}, ${e.personId ?? null}, ${e.type}, ${e.severity},
        ${JSON.stringify(e.data ?? {})}, ${e.address ?? ""}, ${e.at}
      )
    `);
  return true;
};
