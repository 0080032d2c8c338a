import { whoMay } from "#roles.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { requireDeclared } from "./declared.service.ts";
import { sections, type IncidentAction, type Section } from "./incident.labels.ts";
import type { IncidentInput, LogInput } from "./incident.model.ts";
import { incident, incidentLog, incidentObjective, incidentPeriod } from "./incident.tables.ts";
import { incidentNoun } from "./nouns.ts";

/** The sections in which the person holds a position of the incident now. */
export const sectionsOf = async (
  db: Db,
  personId: string | null,
  incidentId: string,
): Promise<Section[]> =>
  (
    await db.rows<{ section: Section }>(sql`
      select distinct p.section
      from incident_position p
      join incident_holding h on h.org_id = p.org_id and h.position_id = p.id
      where p.org_id = ${db.scope.orgId}
        and p.incident_id = ${incidentId}
        and h.person_id = ${personId}
        and h.to_at is null
    `)
  ).map((row) => row.section);

/**
 * 403 unless the person holds a position of one of these sections in this incident, or commands
 * incidents altogether.
 */
export const requireSection = async (
  db: Db,
  actor: Actor,
  incidentId: string,
  allowed: readonly Section[],
): Promise<void> => {
  if (actor.kind === "system" || actor.permissions.has("incident.edit")) return;
  const held = await sectionsOf(db, actor.personId, incidentId);
  if (!held.some((section) => allowed.includes(section))) throw notAllowed(lacksPosition(allowed));
};

/** Who does what these sections do, as a sentence. */
export const lacksPosition = (allowed: readonly Section[]): string =>
  `Who holds a position here in ${allowed.map((each) => sections[each]).join(", ")} does this. ${whoMay(["incident.edit"])}`;

/** The incident, locked. 409 once it is closed. */
export const requireRunning = async (tx: Tx, id: string) => {
  const row = await lockRow(tx, incident, id, "incident");
  if (row.status === "closed")
    throw conflict("incident_closed", `${row.number} is closed; nothing is added to it.`);
  return row;
};

/** Changes what an incident says of itself. */
export const changeIncident = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: IncidentInput,
  version: number | null,
) =>
  change(tx, actor, incidentNoun, {
    id,
    version,
    action: "change",
    effect: async (before) => {
      await requireRunning(tx, id);
      if (before.exercise !== input.exercise)
        throw invalidField("exercise", "An exercise stays one, and an incident is never made one.");
      const keeps = (["declarationId", "beginsOn", "endsOn"] as const).every(
        (key) => (before[key] ?? null) === (input[key] ?? null),
      );
      if (!keeps) await requireDeclared(tx, input);
      return { patch: input };
    },
  });

/** A step of an incident. Activating says at which level, 1 the fullest. */
export const moveIncident = (
  tx: Tx,
  actor: Actor,
  action: IncidentAction,
  step: { id: string; version: number | null; reason?: string | null; level?: number | null },
) =>
  transition(tx, actor, incidentNoun, {
    id: step.id,
    action,
    version: step.version,
    reason: step.reason ?? null,
    effect: async () => ({
      patch: {
        ...(action === "activate" && { level: step.level ?? 3 }),
        ...(action === "standDown" && { statusReason: step.reason ?? null }),
      },
    }),
  });

/** Opens an operational period. 409 where it overlaps another one: there is one plan at a time. */
export const openPeriod = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  { fromAt, toAt }: { fromAt: string; toAt: string },
): Promise<{ id: string }> => {
  await requireRunning(tx, incidentId);
  await requireSection(tx, actor, incidentId, ["command", "planning"]);
  if (toAt <= fromAt) throw invalidField("toAt", "It ends before it begins.");
  const known = await tx.rows<{ periodNo: number; overlaps: boolean }>(sql`
    select
      period_no,
      tstzrange(from_at, to_at) && tstzrange(
        ${fromAt}::timestamptz, ${toAt}::timestamptz
      ) as overlaps
    from incident_period
    where org_id = ${tx.scope.orgId} and incident_id = ${incidentId}
  `);
  const other = known.find((each) => each.overlaps);
  if (other)
    throw conflict(
      "periods_overlap",
      `Period ${other.periodNo} runs at that time. Periods do not overlap.`,
    );
  const row = await insertRow(tx, incidentPeriod, {
    orgId: tx.scope.orgId!,
    id: newId(),
    incidentId,
    periodNo: Math.max(0, ...known.map((each) => each.periodNo)) + 1,
    fromAt,
    toAt,
  });
  note(tx, actor, "incident", incidentId, { action: "period", after: row });
  return { id: row.id };
};

const newestPeriod = async (tx: Tx, incidentId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select coalesce(max(period_no), 1) as n
      from incident_period
      where org_id = ${tx.scope.orgId} and incident_id = ${incidentId}
    `)
  ).n;

/** Sets an objective; it carries on over the periods until it is met or dropped. */
export const setObjective = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  objective: string,
): Promise<{ id: string }> => {
  await requireRunning(tx, incidentId);
  await requireSection(tx, actor, incidentId, ["command", "planning"]);
  const row = await insertRow(tx, incidentObjective, {
    orgId: tx.scope.orgId!,
    id: newId(),
    incidentId,
    objective,
    fromPeriod: await newestPeriod(tx, incidentId),
  });
  note(tx, actor, "incident", incidentId, { action: "objective", after: row });
  return { id: row.id };
};

/** An objective is met, or dropped. */
export const endObjective = async (
  tx: Tx,
  actor: Actor,
  id: string,
  outcome: "met" | "dropped",
): Promise<{ id: string }> => {
  const row = await lockRow(tx, incidentObjective, id, "objective");
  await requireSection(tx, actor, row.incidentId, ["command", "planning", "operations"]);
  if (row.outcome) throw conflict("objective_ended", "This objective has ended already.");
  const untilPeriod = await newestPeriod(tx, row.incidentId);
  await tx.rows(sql`
    update incident_objective
    set outcome = ${outcome}, until_period = ${untilPeriod}
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "incident", row.incidentId, {
    action: "objective",
    before: row,
    after: { ...row, outcome, untilPeriod },
  });
  return { id };
};

/** Writes into the log, which is only added to: a correction is an entry that names what it corrects. */
export const writeLog = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: LogInput,
): Promise<{ id: string }> => {
  await requireRunning(tx, incidentId);
  await requireSection(tx, actor, incidentId, [
    "command",
    "operations",
    "planning",
    "logistics",
    "finance",
  ]);
  if (input.happenedAt > businessNow(tx.scope).toISOString())
    throw invalidField("happenedAt", "This is still to come.");
  if ((input.kind === "correction") !== Boolean(input.correctsId))
    throw invalidField("correctsId", "A correction names the entry that it corrects.");
  const row = await insertRow(tx, incidentLog, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    incidentId,
    enteredBy: actor.personId,
    enteredAt: businessNow(tx.scope).toISOString(),
  });
  announce(tx, tx.scope.orgId!, "incident.log", incidentId);
  return { id: row.id };
};
