import { hash, randomUUID } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { EnvelopeKind } from "#kernel/sealing/envelope.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { keyStore } from "#server/keystore.ts";
import { officersOf, sealingSet } from "../opening/officer.service.ts";
import { mostEnvelopeBytes, type SealingPlan } from "./bid.model.ts";
import { bid, bidEnvelope } from "./bid.tables.ts";
import { clockAgainst, sealedEvent } from "./under-seal.service.ts";
import {
  type Solicitation,
  lockOffered,
  takesBids,
  late,
  recordAttempt,
} from "./submit.service.ts";
import type { Bid } from "./ciphertext.service.ts";

const kindsOf = (envelopes: number): EnvelopeKind[] =>
  envelopes === 2 ? ["technical", "price"] : ["bid"];

const agencyOf = async (app: App, actor: Actor, solicitationId: string): Promise<string> => {
  const row = await vendorSide(app.database, actor).maybe<{ orgId: string }>(
    sql`select org_id from solicitation where id = ${solicitationId}`,
  );
  if (!row) throw notFound("solicitation");
  return row.orgId;
};

const draftOf = async (
  tx: Tx,
  row: Solicitation,
  vendor: ActingVendor,
  who: Actor,
  at: string,
  keyStoreKey: string,
): Promise<Bid> => {
  const old = await tx.maybe<Bid>(sql`
    select *
    from bid
    where org_id = ${row.orgId}
      and solicitation_id = ${row.id}
      and vendor_id = ${vendor.id}
      and status = 'draft'
    for update
  `);
  const officers = row.protection === "sealed" ? sealingSet(await officersOf(tx, row.id)) : null;
  if (officers && officers.length < 2)
    throw conflict("no_officers", "The agency has not named who opens the bids.");
  const store = hash("sha256", keyStoreKey, "hex");
  if (old)
    return updateRow(tx, bid, old.id, { officers, protection: row.protection, keyStore: store });
  const { last } = await tx.one<{ last: number }>(sql`
    select coalesce(max(revision), 0) as last
    from bid
    where org_id = ${row.orgId} and solicitation_id = ${row.id} and vendor_id = ${vendor.id}
  `);
  const made = await insertRow(tx, bid, {
    orgId: row.orgId,
    id: newId(),
    solicitationId: row.id,
    vendorId: vendor.id,
    identityId: vendor.identityId,
    revision: last + 1,
    protection: row.protection,
    officers,
    keyStore: store,
  });
  // Random ids, not ordered by time: an officer who hands shares over sees them among sham ones.
  await insertRows(
    tx,
    bidEnvelope,
    kindsOf(row.envelopes).map((envelope) => ({
      orgId: row.orgId,
      id: randomUUID(),
      bidId: made.id,
      envelope,
    })),
  );
  await sealedEvent(tx, who, {
    solicitationId: row.id,
    bidId: made.id,
    vendorId: vendor.id,
    identityId: vendor.identityId,
    kind: "prepared",
    at,
  });
  return made;
};

const planUnderLock = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  solicitationId: string,
  keyStoreKey: string,
): Promise<SealingPlan> => {
  if (vendor.status !== "active")
    throw notAllowed("The agency has not activated your registration.");
  const row = await lockOffered(tx, solicitationId, vendor);
  const clock = await clockAgainst(tx, row.dueAt);
  const { orgId } = row;
  if (!takesBids(row) || !clock.timely) throw late();
  const draft = await draftOf(tx, row, vendor, who, clock.now, keyStoreKey);
  const [envelopes, places] = await Promise.all([
    tx.rows<{ id: string; envelope: EnvelopeKind }>(sql`
      select id, envelope
      from bid_envelope
      where org_id = ${orgId} and bid_id = ${draft.id}
      order by envelope desc
    `),
    officersOf(tx, row.id),
  ]);
  const named =
    draft.officers?.map((officer) => ({
      ...officer,
      name: places[officer.x - 1]!.name,
      fingerprint: places[officer.x - 1]!.fingerprint,
    })) ?? null;
  return {
    orgId,
    solicitationId,
    vendorId: vendor.id,
    bidId: draft.id,
    revision: draft.revision,
    envelopes,
    officers: named,
    keyStoreKey,
    mostBytes: mostEnvelopeBytes,
  };
};

/**
 * Names what the vendor's browser seals to: ids, officers' keys, the key store's key. The draft row
 * holds nothing of the bid. 409 `late` when bids are no longer
 * taken in; that attempt is recorded too.
 */
export const planSealing = async (
  app: App,
  actor: Actor,
  solicitationId: string,
): Promise<SealingPlan> => {
  const orgId = await agencyOf(app, actor, solicitationId);
  const { publicKey } = await keyStore().status();
  try {
    return await asVendor(app, actor, orgId, (tx, vendor, who) =>
      planUnderLock(tx, vendor, who, solicitationId, publicKey),
    );
  } catch (error) {
    if (error instanceof Problem && error.code === "late")
      await recordAttempt(app, actor, { orgId, solicitationId, bidId: null }, "late");
    throw error;
  }
};
