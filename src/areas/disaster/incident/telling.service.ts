import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { mayTell } from "./incident.labels.ts";
import { incidentRelease, incidentSite } from "./incident.tables.ts";

/** Who commands the incident now, and who is its public information officer (NIMS, 2017). */
export const tellersOf = async (db: Db, incidentId: string): Promise<string[]> =>
  (
    await db.rows<{ personId: string }>(sql`
      select distinct h.person_id
      from incident_position p
      join incident_holding h on h.org_id = p.org_id and h.position_id = p.id and h.to_at is null
      where p.org_id = ${db.scope.orgId}
        and p.incident_id = ${incidentId}
        and p.code in ('IC', 'PIO')
    `)
  ).map((row) => row.personId);

/** What the rules of a release ask beside its row. */
export const tellersOfRelease = async (tx: Tx, id: string): Promise<{ tellers: string[] }> => ({
  tellers: await tellersOf(tx, (await getRow(tx, incidentRelease, id, "release")).incidentId),
});

/** The same of a public place. */
export const tellersOfSite = async (tx: Tx, id: string): Promise<{ tellers: string[] }> => ({
  tellers: await tellersOf(tx, (await getRow(tx, incidentSite, id, "public place")).incidentId),
});

/** Whether somebody tells the public in this incident, by a position there or by a duty. */
export const tells = async (db: Db, actor: Actor, incidentId: string): Promise<boolean> =>
  mayTell({ tellers: await tellersOf(db, incidentId) }, actor) === null;

/** 403 unless they do. */
export const requireTeller = async (db: Db, actor: Actor, incidentId: string): Promise<void> => {
  const why = mayTell({ tellers: await tellersOf(db, incidentId) }, actor);
  if (why) throw notAllowed(why);
};
