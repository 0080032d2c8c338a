import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { nextNumber } from "#server/lifecycle.ts";

import { requireRunning, requireSection } from "../incident/incident.service.ts";
import { incident, incidentSituation } from "../incident/incident.tables.ts";
import type { Situation, SituationInput } from "./situation.model.ts";

/**
 * Reports the situation (sitrep) by community lifelines. A report stays as it was said; the next
 * one says what is true then. 403 without a position, 422 for a time to come.
 */
export const reportSituation = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: SituationInput,
): Promise<{ id: string }> => {
  await requireRunning(tx, incidentId);
  await requireSection(tx, actor, incidentId, ["command", "planning"]);
  const now = businessNow(tx.scope).toISOString();
  if (Date.parse(input.asOf) > Date.parse(now))
    throw invalidField("asOf", "This is still to come.");
  const row = await insertRow(tx, incidentSituation, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    incidentId,
    number: await nextNumber(tx, "SIT"),
    preparedBy: actor.personId,
    createdAt: now,
  });
  note(tx, actor, "incident", incidentId, { action: "situation", after: row });
  return { id: row.id };
};

/** The situation reports of an incident, newest first, at most 200. 404. */
export const situationsOf = async (db: Db, incidentId: string): Promise<Situation[]> => {
  await getRow(db, incident, incidentId, "incident");
  return db.rows<Situation>(sql`
    select
      s.id, s.number, s.as_of, s.summary, s.lifelines, who.display_name as prepared_by, s.created_at
    from incident_situation s
    left join person who on who.id = s.prepared_by
    where s.org_id = ${db.scope.orgId} and s.incident_id = ${incidentId}
    order by s.as_of desc, s.id desc
    limit 200
  `);
};
