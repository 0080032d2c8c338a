import type { Actor } from "#kernel/access.ts";
import { endOfDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireRunning, requireSection } from "../incident/incident.service.ts";
import { incident, incidentObservation } from "../incident/incident.tables.ts";
import type { Observation, ObservationInput } from "./observation.model.ts";

const asTask = (tx: Tx, actor: Actor, incidentId: string, number: string, by: ObservationInput) =>
  giveTask(tx, actor, {
    personId: by.ownerId!,
    kind: "follow_up",
    title: `${number}: ${by.recommendation}`.slice(0, 200),
    detail: by.observed.slice(0, 1000),
    link: `/disaster/${incidentId}?tab=after`,
    dueAt: new Date(endOfDate(by.dueOn!, tx.scope.timeZone ?? "UTC")).toISOString(),
  });

/**
 * Writes down what was observed in an incident; what is to be improved becomes a task of whoever
 * sees to it. 409 before the incident is over, 422 for a day that is past.
 */
export const observe = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: ObservationInput,
): Promise<{ id: string }> => {
  const of = await requireRunning(tx, incidentId);
  await requireSection(tx, actor, incidentId, [
    "command",
    "operations",
    "planning",
    "logistics",
    "finance",
  ]);
  if (of.status === "monitoring")
    throw conflict("not_activated", `${of.number} was not activated: there is nothing to review.`);
  if (input.dueOn && input.dueOn < businessDate(tx.scope))
    throw invalidField("dueOn", "This day is past.");
  const improves = input.kind === "improvement";
  const task = improves ? await asTask(tx, actor, incidentId, of.number, input) : null;
  const row = await insertRow(tx, incidentObservation, {
    ...input,
    ownerId: improves ? input.ownerId! : null,
    dueOn: improves ? input.dueOn! : null,
    orgId: tx.scope.orgId!,
    id: newId(),
    incidentId,
    taskId: task?.id ?? null,
    writtenBy: actor.personId,
    createdAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "incident", incidentId, { number: of.number, action: "observe", after: row });
  return { id: row.id };
};

/** What was observed in an incident, improvements first. 404. */
export const observationsOf = async (db: Db, incidentId: string): Promise<Observation[]> => {
  await getRow(db, incident, incidentId, "incident");
  return db.rows<Observation>(sql`
    select
      o.id, o.kind, o.observed, o.recommendation, owner.display_name as owner, o.due_on, t.done_at,
      writer.display_name as written_by, o.created_at
    from incident_observation o
    left join person owner on owner.id = o.owner_id
    left join person writer on writer.id = o.written_by
    left join task t on t.org_id = o.org_id and t.id = o.task_id
    where o.org_id = ${db.scope.orgId} and o.incident_id = ${incidentId}
    order by o.kind, o.created_at
    limit 500
  `);
};
