import { createHash, timingSafeEqual } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { brokenLink, conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { isOwnShipment } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { freshBytes } from "#server/random.ts";
import { deliveryProof } from "../logistics.tables.ts";
import { linkHours, type DriverLink } from "./proof.model.ts";
import { subjectOf, type LinkOf, type Subject } from "./subject.service.ts";

type Stored = typeof deliveryProof.$inferSelect;

const digestOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/**
 * Makes a link for the driver of a shipment or a transfer; the one before ends. The secret is given out once
 * and kept as its digest only. 404; 409 where nothing of it is to come.
 */
export const makeDriverLink = async (tx: Tx, actor: Actor, of: LinkOf): Promise<DriverLink> => {
  const s = await subjectOf(tx, of);
  if (s.done) throw conflict("not_to_come", s.done);
  const now = businessNow(tx.scope);
  await tx.rows(sql`
    update delivery_proof
    set ended_at = ${now.toISOString()}
    where org_id = ${tx.scope.orgId}
      and (ship_notice_id = ${of.shipNoticeId} or stock_transfer_id = ${of.stockTransferId})
      and ended_at is null
      and given_at is null
  `);
  const secret = freshBytes(32).toString("base64url");
  const id = newId();
  const orgId = tx.scope.orgId!;
  const endsAt = new Date(now.getTime() + linkHours * 3_600_000).toISOString() as Instant;
  await insertRow(tx, deliveryProof, {
    ...{ orgId, id, ...of },
    digest: digestOf(secret),
    madeBy: actor.personId,
    madeByName: actor.name,
    endsAt,
  });
  note(tx, actor, s.noun, s.id, {
    number: s.number,
    action: "driverLink",
    after: { endsAt },
    event: null,
  });
  return { path: `/delivery/${orgId}.${id}.${secret}`, endsAt };
};

/** A link for a shipment of an order. */
export const ofShipment = (shipNoticeId: string): LinkOf => ({
  shipNoticeId,
  stockTransferId: null,
});
/** A link for a transfer between the agency's own places. */
export const ofTransfer = (stockTransferId: string): LinkOf => ({
  shipNoticeId: null,
  stockTransferId,
});

/** The vendor makes a link for the driver of its own shipment. 404 for another vendor's. */
export const driverLinkAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  shipmentId: string,
): Promise<DriverLink> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    if (!(await isOwnShipment(tx, vendor.id, shipmentId))) throw notFound("shipment");
    return makeDriverLink(tx, who, ofShipment(shipmentId));
  });

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{43})$`);

/** What a token says of itself. 404 for what is none. */
export const partsOf = (token: string) => {
  const [, orgId, id, secret] = shape.exec(token) ?? [];
  if (!orgId || !id || !secret) throw brokenLink();
  return { scope: { orgId, personId: null }, id, secret };
};

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** What is kept of a link, by its secret. 404 for one that was never made. */
export const linkOf = async (db: Db, id: string, secret: string): Promise<Stored> => {
  const row = await db.maybe<Stored>(sql`
    select *
    from delivery_proof
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!row || !same(digestOf(secret), row.digest)) throw brokenLink();
  return row;
};

/** Why nothing is handed in by a link, or null. */
export const whyClosed = (p: Stored, s: Subject, now: Date): string | null => {
  if (p.givenAt) return "This delivery was handed in. Thank you.";
  if (p.endedAt) return "A newer link was made for this delivery. Ask whoever sent it.";
  if (Date.parse(p.endsAt) <= now.getTime())
    return "This link has ended. Ask whoever sent it for a new one.";
  return s.gone;
};
