import { createHash, timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { systemActor, type Actor } from "#kernel/access.ts";
import { brokenLink, conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import {
  announcedIn,
  isOwnShipment,
  shipmentOf,
  type Shipment,
} from "#areas/procurement/procurement.server.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { freshBytes } from "#server/random.ts";
import { deliveryProof } from "../logistics.tables.ts";
import { enterProof } from "../shipment/event.service.ts";
import { linkHours, type DriverLink, type ProofInput, type ProofView } from "./proof.model.ts";

type Stored = typeof deliveryProof.$inferSelect;

const digestOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/**
 * Makes a link for the driver of a delivery; the one before ends. The secret is given out once and kept
 * as its digest only. 409 for a shipment that is not to come.
 */
export const makeDriverLink = async (
  tx: Tx,
  actor: Actor,
  shipmentId: string,
): Promise<DriverLink> => {
  const s = await shipmentOf(tx, shipmentId);
  if (!isToCome(s.status))
    throw conflict("not_to_come", `${s.number} is delivered, or does not come any more.`);
  const now = businessNow(tx.scope);
  await tx.rows(sql`
    update delivery_proof
    set ended_at = ${now.toISOString()}
    where org_id = ${tx.scope.orgId}
      and ship_notice_id = ${shipmentId}
      and ended_at is null
      and given_at is null
  `);
  const secret = freshBytes(32).toString("base64url");
  const id = newId();
  const orgId = tx.scope.orgId!;
  const endsAt = new Date(now.getTime() + linkHours * 3_600_000).toISOString() as Instant;
  await insertRow(tx, deliveryProof, {
    orgId,
    id,
    shipNoticeId: shipmentId,
    digest: digestOf(secret),
    madeBy: actor.personId,
    madeByName: actor.name,
    endsAt,
  });
  note(tx, actor, "shipNotice", shipmentId, {
    number: s.number,
    action: "driverLink",
    after: { endsAt },
    event: null,
  });
  return { path: `/delivery/${orgId}.${id}.${secret}`, endsAt };
};

/** The vendor makes a link for the driver of its own shipment. 404 for another vendor's. */
export const driverLinkAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  shipmentId: string,
): Promise<DriverLink> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    if (!(await isOwnShipment(tx, vendor.id, shipmentId))) throw notFound("shipment");
    return makeDriverLink(tx, who, shipmentId);
  });

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{43})$`);
const partsOf = (token: string) => {
  const [, orgId, id, secret] = shape.exec(token) ?? [];
  if (!orgId || !id || !secret) throw brokenLink();
  return { scope: { orgId, personId: null }, id, secret };
};

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const proofOf = async (db: Db, id: string, secret: string): Promise<Stored> => {
  const row = await db.maybe<Stored>(sql`
    select *
    from delivery_proof
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!row || !same(digestOf(secret), row.digest)) throw brokenLink();
  return row;
};

const whyClosed = (p: Stored, s: Shipment, now: Date): string | null => {
  if (p.givenAt) return "This delivery was handed in. Thank you.";
  if (p.endedAt) return "A newer link was made for this delivery. Ask whoever sent it.";
  if (Date.parse(p.endsAt) <= now.getTime())
    return "This link has ended. Ask whoever sent it for a new one.";
  return s.status === "withdrawn" ? "The vendor took this shipment back." : null;
};

/** The one delivery of a link. 404 for any other token; a link that ended shows no lines. */
export const lookAtProof = async (app: App, token: string): Promise<ProofView> => {
  const { scope, id, secret } = partsOf(token);
  const db = app.database.read(scope);
  const p = await proofOf(db, id, secret);
  const [s, lines, names] = await Promise.all([
    shipmentOf(db, p.shipNoticeId),
    announcedIn(db, p.shipNoticeId),
    agencyNames(db, [scope.orgId]),
  ]);
  const closed = whyClosed(p, s, businessNow(scope));
  return {
    agency: names.get(scope.orgId) ?? "",
    number: s.number,
    title: closed ? "" : s.title,
    vendor: s.vendor,
    place: closed ? "" : s.place,
    expectedOn: s.expectedOn,
    endsAt: p.endsAt,
    closed,
    given: p.givenAt !== null,
    lines: closed
      ? []
      : lines.map((l) => ({
          lineId: l.lineId,
          description: l.description,
          unit: l.unit,
          announced: l.quantity,
        })),
  };
};

const pictures = ["image/jpeg", "image/png", "image/heic"];
const keepPhoto = async (app: App, photo: string | null) => {
  if (!photo) return null;
  const stored = await app.files.put(Readable.from(Buffer.from(photo, "base64")), 3 * 1024 * 1024);
  if (!pictures.includes(stored.mediaType))
    throw invalidField("photo", "Send a picture: JPEG, PNG or HEIC.");
  return { ...stored, name: "delivery.jpg" };
};

const fits = async (tx: Tx, p: Stored, input: ProofInput): Promise<void> => {
  const lines = new Set((await announcedIn(tx, p.shipNoticeId)).map((l) => l.lineId));
  for (const [at, { lineId }] of input.counts.entries())
    if (!lines.has(lineId))
      throw invalidField(`counts.${at}.lineId`, "This line is not in the shipment.");
};

/**
 * Takes what a driver hands in by the link, once. The same sending again (its `key`) is answered alike,
 * whatever became of the first answer; another one is refused, as is a link that ended (409) or was
 * never made (404). A clock of the device that runs ahead is kept as told and counts as now.
 */
export const giveProof = async (
  app: App,
  token: string,
  input: ProofInput,
): Promise<{ number: string }> => {
  const { scope, id, secret } = partsOf(token);
  const known = await proofOf(app.database.read(scope), id, secret);
  const photo = known.givenAt ? null : await keepPhoto(app, input.photo);
  const actor = systemActor(scope.orgId, undefined, `${input.driver}, by the driver's link`);
  return app.database.transaction(actor, async (tx) => {
    const p = await lockRow(tx, deliveryProof, id, "delivery");
    const s = await shipmentOf(tx, p.shipNoticeId);
    if (p.givenAt && p.givenKey === input.key) return { number: s.number };
    const now = businessNow(tx.scope);
    const closed = whyClosed(p, s, now);
    if (closed) throw conflict("link_closed", closed);
    await fits(tx, p, input);
    const { position, driver, note: said, mark, counts, key, at } = input;
    const given = await updateRow(tx, deliveryProof, id, {
      givenAt: now.toISOString() as Instant,
      givenKey: key,
      deviceAt: at,
      latitude: position ? String(position.latitude) : null,
      longitude: position ? String(position.longitude) : null,
      accuracy: position?.accuracy == null ? null : String(position.accuracy),
      driver,
      note: said,
      told: { mark, counts },
      photoFileId: photo ? await recordFile(tx, { ...photo, orgId: scope.orgId }) : null,
    });
    const { digest: _digest, ...shown } = given;
    note(tx, actor, "shipNotice", s.id, {
      number: s.number,
      action: "proof",
      after: shown,
      note: driver,
      event: null,
    });
    await enterProof(tx, actor, s, at, position);
    return { number: s.number };
  });
};
