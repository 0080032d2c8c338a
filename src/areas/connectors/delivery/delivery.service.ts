import { hash } from "node:crypto";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { findRow, getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { memberNow, notify } from "#areas/organization/organization.server.ts";
import { connectorNoun } from "../connector/connector.noun.ts";
import { connector, connectorDelivery } from "../connectors.tables.ts";
import { headersFor, type Connector } from "../source/answer.ts";
import { countCall } from "../source/quota.service.ts";
import { plainAnswer, verdictOfAnswer, verdictOfRefusal, type Verdict } from "./delivery.model.ts";
import { parcelOf } from "./parcels.ts";

type Delivery = typeof connectorDelivery.$inferSelect;

/** A connector that takes files of ours, as whoever sends chooses it. */
export type Destination = { id: string; name: string; status: string };

/** The destinations that take files now, by name. */
export const destinations = (db: Db): Promise<Destination[]> =>
  db.rows<Destination>(sql`
    select id, name, status
    from connector
    where org_id = ${db.scope.orgId} and kind = 'push' and status in ('active', 'failing')
    order by name
    limit 100
  `);

/** A destination in whatever state it is; null for another connector, or none. */
export const destinationOf = async (db: Db, id: string): Promise<Destination | null> => {
  const one = await findRow(db, connector, id);
  return one?.kind === "push" ? { id: one.id, name: one.name, status: one.status } : null;
};

/** Why nothing can be sent there now, in words; null where it can. */
export const obstacleAt = (destination: Destination | null): string | null =>
  destination?.status === "active" || destination?.status === "failing"
    ? null
    : destination
      ? `The destination ${destination.name} is ${destination.status}: an administrator lets it go on first.`
      : "Its destination is no connector that takes files.";

/** What is to go out: the record that brings it, its bytes by their digest, where to. */
export type Sending = {
  connectorId: string;
  subject: string;
  recordId: string;
  fileName: string;
  sha256: string;
};

/**
 * Writes down that a record's file is to go out; the caller puts the job in the queue with the id that
 * it gives. Sent again it goes under the same id, with the same bytes. @throws Problem 409 where the
 * destination does not take files now, or the file is on its way or there already.
 */
export const beginDelivery = async (
  tx: Tx,
  actor: Actor,
  { connectorId, subject, recordId, fileName, sha256 }: Sending,
): Promise<{ id: string }> => {
  const one = await lockRow(tx, connector, connectorId, "connector");
  const obstacle = obstacleAt(one.kind === "push" ? one : null);
  if (obstacle) throw conflict("no_destination", obstacle);
  const before = await tx.maybe<Pick<Delivery, "id" | "status" | "sha256">>(sql`
    select id, status, sha256
    from connector_delivery
    where org_id = ${actor.orgId} and subject = ${subject} and record_id = ${recordId}
    for update
  `);
  if (!before)
    return insertRow(tx, connectorDelivery, {
      orgId: actor.orgId!,
      id: newId(),
      connectorId,
      subject,
      recordId,
      fileName,
      sha256,
      askedBy: actor.personId,
    });
  if (before.status !== "refused" && before.status !== "unknown")
    throw conflict("under_way", "It is on its way, or there already.");
  if (before.sha256 !== sha256)
    throw conflict("other_bytes", "Other bytes went out under this id before.");
  await tx.rows(sql`
    update connector_delivery
    set
      status = 'waits', message = null, connector_id = ${connectorId}, asked_by = ${actor.personId},
      ended_at = null
    where org_id = ${actor.orgId} and id = ${before.id}
  `);
  return { id: before.id };
};

/** What was last known of a record's file; null where it never went out. */
export const lastSaidOf = async (
  db: Db,
  subject: string,
  recordId: string,
): Promise<{ attempts: number; message: string | null } | null> =>
  db.maybe(sql`
    select attempts, message
    from connector_delivery
    where org_id = ${db.scope.orgId} and subject = ${subject} and record_id = ${recordId}
  `);

/** What a person found out of a file of which nothing was known; whoever calls judges who may say it. */
export const sayDelivered = async (
  tx: Tx,
  { subject, recordId }: { subject: string; recordId: string },
  arrived: boolean,
  message: string,
): Promise<void> => {
  await tx.rows(sql`
    update connector_delivery
    set status = ${arrived ? "arrived" : "refused"}, message = ${message}
    where org_id = ${tx.scope.orgId}
      and subject = ${subject}
      and record_id = ${recordId}
      and status = 'unknown'
  `);
};

/** Takes a delivery up: `sending` from now on; null where it waits no more. */
const takeUp = (app: App, orgId: string, id: string): Promise<Delivery | null> =>
  app.database.transaction(systemActor(orgId), async (tx) => {
    const found = await lockRow(tx, connectorDelivery, id, "delivery");
    if (found.status !== "waits") return found.status === "sending" ? found : null;
    await tx.rows(sql`
      update connector_delivery
      set status = 'sending', attempts = attempts + 1, began_at = clock_timestamp()
      where org_id = ${orgId} and id = ${id}
    `);
    return found;
  });

const runOutcome = { arrived: "sent", refused: "failed", unknown: "unknown" } as const;

const storeRun = (tx: Tx, { orgId, id }: Delivery, { outcome, message }: Verdict) =>
  tx.rows(sql`
    insert into connector_run (
      org_id, id, connector_id, dry, outcome, message, sha256, calls, began_at, ended_at
    )
    select
      d.org_id, ${newId()}, d.connector_id, false, ${runOutcome[outcome]},
      d.file_name || ': ' || ${message}, d.sha256, 1, coalesce(d.began_at, clock_timestamp()),
      clock_timestamp()
    from connector_delivery d
    where d.org_id = ${orgId} and d.id = ${id}
  `);

// A destination that refuses or falls silent needs its owner once, until something arrives there.
const stepDestination = async (tx: Tx, id: string, { outcome, message }: Verdict) => {
  const one = await lockRow(tx, connector, id, "connector");
  const actor = systemActor(one.orgId, new Set(), one.name);
  announce(tx, one.orgId, "connector.run", one.id);
  if (outcome === "arrived")
    await tx.rows(sql`
      update connector
      set failures = 0, last_ok_at = clock_timestamp()
      where org_id = ${one.orgId} and id = ${id}
    `);
  if (outcome === "arrived" && one.status === "failing")
    await transition(tx, actor, connectorNoun, { id, action: "recover", reason: null });
  if (outcome === "arrived" || one.status !== "active") return;
  await transition(tx, actor, connectorNoun, { id, action: "fail", reason: message });
  notify(tx, [one.ownerId], {
    kind: "connector",
    title: `The connector ${one.name} needs you`,
    body: message,
    link: `/api-connectors/connectors/${one.id}`,
  });
};

// A late answer tells more than "not known".
const isOpen = ({ status }: Delivery, { outcome }: Verdict): boolean =>
  status === "waits" || status === "sending" || (status === "unknown" && outcome === "arrived");

/**
 * Writes down what became of a delivery and tells whoever brought it. One that was settled meanwhile
 * stays as it is.
 */
export const settleDelivery = async (tx: Tx, id: string, verdict: Verdict): Promise<void> => {
  const before = await getRow(tx, connectorDelivery, id, "delivery");
  if (!isOpen(before, verdict)) return;
  const actor = systemActor(before.orgId, new Set(), "Connectors");
  // The record first: whoever sends it again holds it before the connector.
  await parcelOf(before.subject).settled(tx, actor, before.recordId, verdict);
  await stepDestination(tx, before.connectorId, verdict);
  const settled = await tx.maybe<{ attempts: number }>(sql`
    update connector_delivery
    set status = ${verdict.outcome}, message = ${verdict.message}, ended_at = clock_timestamp()
    where org_id = ${before.orgId} and id = ${id} and status = ${before.status}
    returning attempts
  `);
  // Somebody else settled it at the same moment: all of this is taken back.
  if (!settled) throw new Error(`delivery ${id} was settled meanwhile`);
  await storeRun(tx, before, verdict);
  note(tx, actor, "connector", before.connectorId, {
    number: before.fileName,
    action: "deliver",
    after: { file: before.fileName, sha256: before.sha256, attempt: settled.attempts, ...verdict },
    event: null,
  });
};

/** So many bytes of an answer are read. */
const mostSaid = 64 * 1024;

const textOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
};

const call = async (app: App, one: Connector, delivery: Delivery): Promise<Verdict> => {
  const db = app.database.read(systemActor(one.orgId));
  const { bytes, mediaType } = await parcelOf(delivery.subject).body(db, delivery.recordId);
  if (hash("sha256", bytes) !== delivery.sha256)
    return { outcome: "refused", message: "Its bytes are not those that were to go out." };
  const answer = await app.outgoing.of(one.orgId).call(one.address, {
    purpose: "delivery",
    method: one.settings.method,
    body: bytes,
    headers: {
      "content-type": mediaType,
      "content-disposition": `attachment; filename="${delivery.fileName}"`,
      "idempotency-key": delivery.id,
      ...headersFor(one),
    },
    redirects: 0,
    limits: { wholeMs: app.config.LEVEE_DELIVERY_SECONDS * 1000, mostBytes: mostSaid, atOnce: 1 },
  });
  // The status is the answer; a text that breaks off changes nothing of it.
  const said = await textOf(answer.body).catch(() => "");
  return verdictOfAnswer(answer.status, plainAnswer(said));
};

/** What stops a file before it goes out, in words; null where nothing does. */
const stopped = async (app: App, one: Connector): Promise<string | null> => {
  const obstacle = obstacleAt(one);
  if (obstacle) return obstacle;
  const db = app.database.read(systemActor(one.orgId));
  if (!(await memberNow(db, one.ownerId)))
    return `${one.ownerName} answers for ${one.name} and is no member now.`;
  try {
    await countCall(app, one);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
};

const codeOf = ({ cause }: OutgoingRefusal): string =>
  String((cause as { code?: string } | undefined)?.code ?? "");

const attempt = async (app: App, one: Connector, delivery: Delivery): Promise<Verdict> => {
  const obstacle = await stopped(app, one);
  if (obstacle) return { outcome: "refused", message: obstacle };
  try {
    return await call(app, one, delivery);
  } catch (error) {
    if (!(error instanceof OutgoingRefusal)) throw error;
    return verdictOfRefusal(error.rule, codeOf(error), error.message);
  }
};

/**
 * Sends a file and writes down what is known of it. One that an instance was sending as it ended is
 * not sent again: whether it arrived is not known, and a person decides.
 */
export const workDelivery = async (app: App, orgId: string, id: string): Promise<string> => {
  const delivery = await takeUp(app, orgId, id);
  if (!delivery) return "settled";
  const one = await getRow(
    app.database.read(systemActor(orgId)),
    connector,
    delivery.connectorId,
    "connector",
  );
  const verdict: Verdict =
    delivery.status === "sending"
      ? {
          outcome: "unknown",
          message: "The program ended while it went out: whether it arrived is not known.",
        }
      : await attempt(app, one, delivery);
  await app.database.transaction(systemActor(orgId), (tx) => settleDelivery(tx, id, verdict));
  return verdict.outcome;
};
