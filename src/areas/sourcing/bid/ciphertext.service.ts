import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { mostEnvelopeBytes } from "./bid.model.ts";
import { bid, bidEnvelope } from "./bid.tables.ts";

/** The vendor's own bid with its envelopes, through the vendor's role. 404 for any other. */
export const ownBid = async (app: App, actor: Actor, id: string): Promise<Own> => {
  const db: Db = vendorSide(app.database, actor);
  const row = await db.maybe<Bid>(sql`select * from bid where id = ${id}`);
  if (!row) throw notFound("bid");
  const [envelopes, { dueAt }] = await Promise.all([
    db.rows<Envelope>(sql`
      select *
      from bid_envelope
      where org_id = ${row.orgId} and bid_id = ${id}
      order by envelope desc
    `),
    db.one<{ dueAt: Instant }>(sql`
      select due_at
      from solicitation
      where org_id = ${row.orgId} and id = ${row.solicitationId}
    `),
  ]);
  return { row, envelopes, due: dueAt };
};

/** Takes in one envelope's ciphertext for a bid in preparation; it replaces one sent before. */
export const storeCiphertext = async (
  app: App,
  actor: Actor,
  id: string,
  kind: string,
  source: Readable,
): Promise<{ sha256: string; size: number }> => {
  const { row, envelopes } = await ownBid(app, actor, id);
  const envelope = envelopes.find((each) => each.envelope === kind);
  if (!envelope) throw notFound("envelope");
  if (row.status !== "draft")
    throw conflict("not_in_this_status", "This bid was sent already. Begin a revision.");
  const { sha256, size } = await app.files.put(source, mostEnvelopeBytes, "sealed");
  await asVendor(app, actor, row.orgId, (tx) =>
    tx.rows(sql`
      update bid_envelope
      set sha256 = ${sha256}, size = ${size}, state = 'stored'
      where org_id = ${row.orgId} and id = ${envelope.id} and state in ('empty', 'stored')
    `),
  );
  return { sha256, size };
};

export type Bid = typeof bid.$inferSelect;
type Envelope = typeof bidEnvelope.$inferSelect;
/** A bid of the acting vendor, and the instant at which it is due. */
export type Own = { row: Bid; envelopes: Envelope[]; due: string };
