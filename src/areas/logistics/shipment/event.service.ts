import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { leadingDay } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  shipmentOf,
  shipmentsCalled,
  type NamedShipment,
} from "#areas/procurement/procurement.server.ts";
import { kindOfCode } from "./carrier-codes.data.ts";
import { eventInput, type EventInput, type ReportAnswer, type ReportInput } from "./event.model.ts";
import { eventKinds, type EventKind, type EventSource } from "./shipment.labels.ts";
import { eventFault } from "./shipment.model.ts";
import { followRecords } from "./standing.service.ts";

/** What of a shipment an event is judged by. */
export type EventOf = Pick<NamedShipment, "id" | "number" | "carrier" | "orderedOn">;

/** Why an event is refused, at which of its fields; or what it says. */
export const readEvent = (
  input: EventInput,
  of: EventOf,
  now: string,
): { kind: EventKind } | { path: string; message: string } => {
  const fault = eventFault(input.at, { now, orderedOn: of.orderedOn });
  if (fault) return { path: "at", message: fault };
  if (((input.latitude ?? null) === null) !== ((input.longitude ?? null) === null))
    return { path: "latitude", message: "A position has latitude and longitude, or neither." };
  if (input.kind) return { kind: input.kind };
  if (!input.code) return { path: "kind", message: "Say what happened." };
  const kind = kindOfCode(of.carrier, input.code, leadingDay(input.at)!);
  return kind
    ? { kind }
    : {
        path: "code",
        message: `${of.carrier} has no code ${input.code} here. Say what happened in words.`,
      };
};

/** Keeps one event; false where the same one is kept already. */
const keepEvent = async (
  tx: Tx,
  actor: Actor,
  of: EventOf,
  input: EventInput & { kind: EventKind },
  source: EventSource,
): Promise<boolean> => {
  const { at, kind, code, place, latitude, longitude } = input;
  const id = newId();
  const kept = await tx.maybe<{ id: string }>(sql`
    insert into shipment_event (
      org_id, id, ship_notice_id, at, kind, code, place, latitude, longitude, source, entered_by,
      entered_by_name
    )
    values (
      ${tx.scope.orgId}, ${id}, ${of.id}, ${at}, ${kind}, ${code.toUpperCase()}, ${place},
      ${latitude ?? null}, ${longitude ?? null}, ${source}, ${actor.personId}, ${actor.name}
    )
    on conflict (org_id, ship_notice_id, at, kind, code, place)
    do nothing
    returning id
  `);
  if (!kept) return false;
  note(tx, actor, "shipNotice", of.id, {
    number: of.number,
    action: "event",
    after: { at, kind, code, place, source },
    note: [eventKinds[kind], place].filter(Boolean).join(", "),
    event: null,
  });
  return true;
};

/** Enters an event of a shipment by hand. 404; 422 at the field; the same one twice is one. */
export const enterEvent = async (
  tx: Tx,
  actor: Actor,
  shipmentId: string,
  input: EventInput,
): Promise<{ id: string }> => {
  const of = await shipmentOf(tx, shipmentId);
  const read = readEvent(input, of, businessNow(tx.scope).toISOString());
  if ("message" in read) throw invalidField(read.path, read.message, "event_refused");
  await keepEvent(tx, actor, of, { ...input, ...read }, "hand");
  await followRecords(tx, actor, shipmentId, eventKinds[read.kind]);
  return { id: shipmentId };
};

/**
 * Keeps that a driver handed a shipment over, when and where the device says; a clock that runs ahead or
 * lies before the order counts as now.
 */
export const enterProof = async (
  tx: Tx,
  actor: Actor,
  of: EventOf,
  at: string,
  position: { latitude: number; longitude: number } | null,
): Promise<void> => {
  const now = businessNow(tx.scope).toISOString();
  const when = eventFault(at, { now, orderedOn: of.orderedOn }) ? now : at;
  const told = eventInput.parse({
    at: when,
    kind: "delivered",
    latitude: position?.latitude,
    longitude: position?.longitude,
  });
  await keepEvent(tx, actor, of, { ...told, kind: "delivered" }, "proof");
  await followRecords(tx, actor, of.id, "Handed over by the driver");
};

/** Keeps that the agency's own driver could not hand a shipment over, with the reason. 404. */
export const enterAttempt = async (
  tx: Tx,
  actor: Actor,
  shipmentId: string,
  reason: string,
): Promise<void> => {
  const of = await shipmentOf(tx, shipmentId);
  const kind = "attempt_failed";
  const at = businessNow(tx.scope).toISOString();
  await keepEvent(tx, actor, of, { ...eventInput.parse({ at, kind }), kind }, "proof");
  await followRecords(tx, actor, of.id, `Could not be handed over: ${reason}`);
};

/**
 * Shipments by our number or by the carrier's tracking number, in small letters; a tracking number that
 * two of them bear names the newest. Withdrawn ones are left out.
 */
export const shipmentsNamed = async (
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, EventOf>> => {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const rows = await shipmentsCalled(db, wanted);
  return new Map(
    rows.flatMap((row) => [
      [row.number.toLowerCase(), row],
      ...(row.tracking ? [[row.tracking.toLowerCase(), row] as const] : []),
    ]),
  );
};

/** An event of a file or a program, judged already, with its shipment. */
export type ReadEvent = { of: EventOf; input: EventInput & { kind: EventKind } };

/** Keeps events of many shipments; each shipment follows once. Gives how many were new. */
export const keepEvents = async (
  tx: Tx,
  actor: Actor,
  events: readonly ReadEvent[],
  source: EventSource,
): Promise<number> => {
  let taken = 0;
  const touched = new Set<string>();
  for (const { of, input } of events)
    if (await keepEvent(tx, actor, of, input, source)) {
      taken++;
      touched.add(of.id);
    }
  for (const id of [...touched].toSorted()) await followRecords(tx, actor, id, "Events came in");
  return taken;
};

/**
 * Takes what a carrier's program sends: each event is judged by itself, those that are refused are named
 * with the reason and the rest is kept.
 */
export const takeReport = async (
  tx: Tx,
  actor: Actor,
  { events }: ReportInput,
): Promise<ReportAnswer> => {
  const now = businessNow(tx.scope).toISOString();
  const named = await shipmentsNamed(
    tx,
    events.map(({ shipment }) => shipment),
  );
  const refused: ReportAnswer["refused"] = [];
  const read: ReadEvent[] = [];
  for (const [at, { shipment, ...input }] of events.entries()) {
    const of = named.get(shipment.toLowerCase());
    const said = of
      ? readEvent(input, of, now)
      : { message: "No shipment of this number or tracking number is here." };
    if ("message" in said) refused.push({ at, shipment, message: said.message });
    else read.push({ of: of!, input: { ...input, kind: said.kind } });
  }
  const taken = await keepEvents(tx, actor, read, "program");
  return { taken, known: read.length - taken, refused };
};

/**
 * Marks a shipment as held up by what a device of it measured; the same moment twice is one. 404.
 */
export const markShipment = async (
  tx: Tx,
  actor: Actor,
  shipmentId: string,
  { at, why }: { at: string; why: string },
): Promise<void> => {
  const of = await shipmentOf(tx, shipmentId);
  const told = eventInput.parse({ at, kind: "exception", place: why.slice(0, 200) });
  await keepEvent(tx, actor, of, { ...told, kind: "exception" }, "program");
  await followRecords(tx, actor, of.id, why);
};
