import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { memberById, membersNamed, requireSeat } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { tellPeople } from "./hand-on.service.ts";
import { requireRunning, requireSection } from "./incident.service.ts";
import { incident, incidentHolding, incidentPosition } from "./incident.tables.ts";
import { type PositionInput } from "./position.fields.ts";
import { addedKinds, heldUnderAnother, notBelow, type Place } from "./position.model.ts";

const mostPositions = 200;

const placesOf = (db: Db, incidentId: string): Promise<Place[]> =>
  db.rows<Place>(sql`
    select p.id, p.parent_id, p.code, p.title, p.section, p.kind, h.person_id
    from incident_position p
    left join incident_holding h on h.org_id = p.org_id and h.position_id = p.id and h.to_at is null
    where p.org_id = ${db.scope.orgId} and p.incident_id = ${incidentId} and p.closed_at is null
    order by p.place, p.id
  `);

const openPosition = async (tx: Tx, id: string) => {
  const position = await getRow(tx, incidentPosition, id, "position");
  await requireRunning(tx, position.incidentId);
  if (position.closedAt) throw notFound("position");
  return position;
};

/**
 * Adds a branch, division, group, task force or unit below a position, in its section. 404; 422 where the
 * command system puts no such part there.
 */
export const addPosition = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: PositionInput,
): Promise<{ id: string }> => {
  const of = await requireRunning(tx, incidentId);
  const places = await placesOf(tx, incidentId);
  const parent = places.find((p) => p.id === input.parentId);
  if (!parent) throw invalidField("parentId", "This position is not one of the incident.");
  await requireSection(tx, actor, incidentId, ["command", parent.section]);
  const why = notBelow(input.kind, parent);
  if (why) throw invalidField("kind", why);
  if (places.some((p) => p.title.toLowerCase() === input.title.toLowerCase()))
    throw invalidField("title", "The incident has a position of this name.");
  if (places.length >= mostPositions)
    throw conflict("rule", `${of.number} has ${mostPositions} positions, the most that one holds.`);
  const id = newId();
  const { place } = await tx.one<{ place: number }>(sql`
    select coalesce(max(place), 0) + 1 as place
    from incident_position
    where org_id = ${tx.scope.orgId} and incident_id = ${incidentId}
  `);
  const row = await insertRow(tx, incidentPosition, {
    orgId: of.orgId,
    id,
    incidentId,
    parentId: parent.id,
    code: `${input.kind}-${place}`,
    title: input.title,
    section: parent.section,
    place,
    kind: input.kind,
    addedBy: actor.personId,
  });
  note(tx, actor, "incident", of, {
    action: "addPosition",
    after: { title: row.title, kind: addedKinds[input.kind], reportsTo: parent.title },
  });
  return { id };
};

/** Takes an added position out; whoever holds it is released. 409 while others report to it. */
export const closePosition = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const position = await openPosition(tx, id);
  await requireSection(tx, actor, position.incidentId, ["command", position.section]);
  if (position.kind === "position")
    throw conflict("rule", `${position.title} belongs to every incident and stays.`);
  const places = await placesOf(tx, position.incidentId);
  const under = places.filter((p) => p.parentId === id);
  if (under.length > 0)
    throw conflict(
      "rule",
      `${under.map((p) => p.title).join(", ")} still report to it. Take them out first.`,
    );
  const now = businessNow(tx.scope).toISOString();
  await tx.rows(sql`
    update incident_holding
    set to_at = ${now}
    where org_id = ${tx.scope.orgId} and position_id = ${id} and to_at is null
  `);
  await updateRow(tx, incidentPosition, id, { closedAt: now });
  note(tx, actor, "incident", position.incidentId, {
    number: position.title,
    action: "closePosition",
    after: { title: position.title },
  });
  return { id };
};

// Unity of command: one person reports to one person in an incident.
const requireOneSupervisor = async (
  tx: Tx,
  position: typeof incidentPosition.$inferSelect,
  personId: string,
): Promise<void> => {
  const places = await placesOf(tx, position.incidentId);
  const other = heldUnderAnother(
    places,
    places.find((p) => p.id === position.id)!,
    personId,
  );
  if (!other) return;
  const [person] = await membersNamed(tx, { ids: [personId] });
  throw conflict(
    "unity_of_command",
    `${person?.name ?? "This person"} is ${other.title} here and reports to somebody else there. One person has one supervisor: hand that position over first.`,
  );
};

/**
 * Gives a position to a person; whoever held it hands over. 422 for somebody who is no member, 409 where
 * the person would report to two.
 */
export const holdPosition = async (
  tx: Tx,
  actor: Actor,
  positionId: string,
  input: { personId: string; handover: string },
): Promise<{ id: string }> => {
  const position = await openPosition(tx, positionId);
  await requireSection(
    tx,
    actor,
    position.incidentId,
    position.kind === "position" ? ["command"] : ["command", position.section],
  );
  if (!(await memberById(tx, input.personId)))
    throw invalidField("personId", "This person is not a member of the agency.");
  await requireOneSupervisor(tx, position, input.personId);
  await requireSeat(tx, "incident", input.personId);
  const now = businessNow(tx.scope).toISOString();
  await tx.rows(sql`
    update incident_holding
    set to_at = ${now}, handover = ${input.handover}
    where org_id = ${tx.scope.orgId} and position_id = ${positionId} and to_at is null
  `);
  const row = await insertRow(tx, incidentHolding, {
    orgId: tx.scope.orgId!,
    id: newId(),
    positionId,
    personId: input.personId,
    fromAt: now,
  });
  note(tx, actor, "incident", position.incidentId, {
    number: position.title,
    action: "hold",
    after: row,
  });
  const of = await getRow(tx, incident, position.incidentId, "incident");
  tellPeople(tx, actor, [input.personId], {
    title: `${of.number}: you are ${position.title}`,
    body: [of.title, input.handover].filter(Boolean).join(". "),
    link: `/disaster/${of.id}?tab=organization`,
  });
  return { id: row.id };
};
