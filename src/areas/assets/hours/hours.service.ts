import type { Actor } from "#kernel/access.ts";
import { dateIn, formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { memberById, requirePlace } from "#areas/organization/organization.server.ts";
import { asset, workOrder } from "../assets.tables.ts";
import { recordReading } from "../meter/meter.service.ts";
import type { HourInput } from "./hours.model.ts";
import { laborClass, workHour } from "./hours.tables.ts";

type Stored = typeof workHour.$inferSelect;

const minutesBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

const refuseFuture = (tx: Tx, input: HourInput) => {
  if (Date.parse(input.toAt) > businessNow(tx.scope).getTime() + 60_000)
    throw invalidField("toAt", "This time is still to come.");
};

const refuseTime = (tx: Tx, input: HourInput): number => {
  const whole = minutesBetween(input.fromAt, input.toAt);
  if (whole <= 0) throw invalidField("toAt", "The end comes after the beginning.");
  if (whole > 1440) throw invalidField("toAt", "Enter a day at a time: more than 24 hours.");
  refuseFuture(tx, input);
  const counted = whole - input.breakMinutes - input.standbyMinutes;
  if (counted < 0)
    throw invalidField("breakMinutes", "Breaks and standby are longer than the time.");
  return counted;
};

const refuseKind = (input: HourInput) => {
  if (input.kind === "labor" && !input.personId) throw invalidField("personId", "Name who worked.");
  if (input.kind === "equipment" && !input.unitId) throw invalidField("unitId", "Name the unit.");
  if (input.kind === "labor" && input.unitId)
    throw invalidField("unitId", "A unit has a row of its own.");
  if (input.kind === "labor" && input.standbyMinutes > 0)
    throw invalidField("standbyMinutes", "Only equipment stands by.");
};

// One's own hours, or those of the crew: by who leads the work order or plans work.
const refuseOthers = async (tx: Tx, actor: Actor, input: HourInput): Promise<void> => {
  if (!input.personId || input.personId === actor.personId) return;
  if (actor.kind === "system" || actor.permissions.has("workOrder.plan")) return;
  const led =
    input.workOrderId && (await getRow(tx, workOrder, input.workOrderId, "work order")).leadId;
  if (!led || led !== actor.personId)
    throw notAllowed("Hours of others are entered by who leads the work.");
};

const requireThings = (tx: Tx, input: HourInput) =>
  Promise.all([
    input.personId ? memberById(tx, input.personId) : null,
    input.placeId ? requirePlace(tx, input.placeId, null) : null,
    input.laborClassId ? getRow(tx, laborClass, input.laborClassId, "class") : null,
    input.unitId ? getRow(tx, asset, input.unitId, "unit") : null,
    input.assetId ? getRow(tx, asset, input.assetId, "asset") : null,
    input.workOrderId ? requireOpenOrder(tx, input.workOrderId) : null,
  ]);
const requireOpenOrder = async (tx: Tx, id: string) => {
  const { status, number } = await getRow(tx, workOrder, id, "work order");
  if (["requested", "closed", "cancelled"].includes(status))
    throw conflict("not_in_this_status", `${number} takes no hours: it is ${status}.`);
};

const lockOf = (tx: Tx, id: string) =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 29))`);

// In one order, so that two entries never wait for each other.
const refuseTwoPlaces = async (tx: Tx, actor: Actor, input: HourInput): Promise<void> => {
  for (const id of [input.personId, input.unitId].filter((one) => one !== null).toSorted())
    await lockOf(tx, id);
  const other = await tx.maybe<{ who: string; fromAt: Instant; toAt: Instant }>(sql`
    select coalesce(u.name, p.display_name) as who, h.from_at, h.to_at
    from work_hour h
    left join person p on p.id = h.person_id
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    where h.org_id = ${tx.scope.orgId}
      and h.status in ('entered', 'approved')
      and tstzrange(h.from_at, h.to_at) && tstzrange(
        ${input.fromAt}::timestamptz, ${input.toAt}::timestamptz
      )
      and (
        (h.kind = ${input.kind} and h.person_id = ${input.personId}::uuid)
        or h.unit_id = ${input.unitId}::uuid
      )
    limit 1
  `);
  if (!other) return;
  const zone = actor.timeZone ?? tx.scope.timeZone ?? "UTC";
  throw conflict(
    "two_places",
    `${other.who} has hours from ${formatInstant(other.fromAt, zone)} to ${formatInstant(other.toAt, zone)} already. Nobody is in two places.`,
  );
};

const rowOf = (tx: Tx, actor: Actor, input: HourInput, minutes: number) => ({
  ...input,
  meter: input.meter === null ? null : String(input.meter),
  orgId: actor.orgId!,
  id: newId(),
  minutes,
  workedOn: dateIn(input.fromAt, tx.scope.timeZone ?? actor.timeZone ?? "UTC"),
  enteredBy: actor.personId,
});

const tell = (tx: Tx, actor: Actor, action: string, before: object | null, after: Stored) => {
  note(tx, actor, "workHour", after.id, { number: after.workedOn, action, before, after });
  if (after.workOrderId) announce(tx, after.orgId, "workOrder.hours", after.workOrderId);
};

const store = async (
  tx: Tx,
  actor: Actor,
  input: HourInput,
  over: Partial<Stored> = {},
): Promise<Stored> => {
  refuseKind(input);
  const minutes = refuseTime(tx, input);
  await Promise.all([refuseOthers(tx, actor, input), requireThings(tx, input)]);
  await refuseTwoPlaces(tx, actor, input);
  const row = await insertRow(tx, workHour, { ...rowOf(tx, actor, input, minutes), ...over });
  if (input.unitId && input.meter !== null)
    await recordReading(tx, actor, {
      assetId: input.unitId,
      kind: "hours",
      value: input.meter,
      readAt: input.toAt,
      source: "hours",
      rollover: false,
    });
  return row;
};

/**
 * Enters hours of a person or a unit, one's own or the crew's. 409 where the person or the unit has
 * hours at that time already, or the work order takes none; 422 at the field.
 */
export const enterHours = async (tx: Tx, actor: Actor, input: HourInput): Promise<Stored> => {
  const row = await store(tx, actor, input);
  tell(tx, actor, "enter", null, row);
  return row;
};

const ownOr = (actor: Actor, row: Stored) => {
  if (row.enteredBy !== actor.personId && row.personId !== actor.personId)
    if (!actor.permissions.has("workOrder.plan"))
      throw notAllowed("Only who worked, who entered it, or who plans work changes this.");
};

/** Approves hours: by somebody who neither worked nor entered them. From then on they are locked. */
export const approveHours = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<Stored> => {
  const before = await lockRow(tx, workHour, id, "hours");
  requireVersion(before.version, version);
  if (before.status !== "entered")
    throw conflict("not_in_this_status", "These hours do not wait for an approval.");
  if (before.personId === actor.personId || before.enteredBy === actor.personId)
    throw conflict(
      "own_hours",
      "Somebody who neither worked nor entered these hours approves them.",
    );
  const after = await updateRow(tx, workHour, id, {
    status: "approved",
    approvedBy: actor.personId,
    approvedAt: businessNow(tx.scope).toISOString(),
  });
  tell(tx, actor, "approve", before, after);
  return after;
};

/** Takes back hours that nobody approved yet. 409 for approved ones: they are corrected. */
export const withdrawHours = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<Stored> => {
  const before = await lockRow(tx, workHour, id, "hours");
  requireVersion(before.version, version);
  ownOr(actor, before);
  if (before.status !== "entered")
    throw conflict("hours_locked", "Approved hours are locked. Correct them: the old row stays.");
  const after = await updateRow(tx, workHour, id, { status: "withdrawn" });
  tell(tx, actor, "withdraw", before, after);
  return after;
};

/**
 * Corrects approved hours: a new row, to be approved anew, in place of the old one, which stays as
 * it was. 409 for rows that are not approved.
 */
export const correctHours = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { reason, ...input }: HourInput & { reason: string },
  version: number | null,
): Promise<Stored> => {
  const before = await lockRow(tx, workHour, id, "hours");
  requireVersion(before.version, version);
  ownOr(actor, before);
  if (before.status !== "approved")
    throw conflict("not_in_this_status", "Only approved hours are corrected.");
  const old = await updateRow(tx, workHour, id, { status: "corrected" });
  const row = await store(tx, actor, input, { correctsId: id, correctionReason: reason });
  tell(tx, actor, "correct", old, row);
  return row;
};
