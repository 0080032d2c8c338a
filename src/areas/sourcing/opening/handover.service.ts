import { randomUUID } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { digestHex, randomBytes } from "#kernel/sealing/bytes.ts";
import { bindingDigest, type Manifest, sealShare } from "#kernel/sealing/envelope.ts";
import { requireSeat } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { bind, columnOf, sql } from "#server/db/sql.ts";
import { sealScope } from "../bid/under-seal.service.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import { liveKey } from "./officer-key.service.ts";
import { officersOf } from "./officer.service.ts";
import type { OfficerPlace, SealedShares } from "./opening.model.ts";
import { openingOfficer } from "./opening.tables.ts";

type Row = Omit<SealedShares["items"][number], "binding"> & { manifest: Manifest };

/**
 * The shares of sealed envelopes that lie under one key, with the digest of what each is bound to.
 * Needs the seal's scope.
 */
export const sharesUnder = async (
  db: Db,
  solicitationId: string,
  keyId: string,
  envelope?: string,
): Promise<SealedShares> => {
  const rows = await db.rows<Row>(sql`
    select h.envelope_id, h.x, h.enc, h.ct, h.hash, e.manifest
    from bid_share h
    join bid_envelope e on e.org_id = h.org_id and e.id = h.envelope_id
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where h.org_id = ${db.scope.orgId}
      and b.solicitation_id = ${solicitationId}
      and h.key_id = ${keyId}
      and e.state = 'sealed'
      and (${envelope ?? null}::text is null or e.envelope = ${envelope ?? null})
    order by b.received_at, b.id, e.envelope
    limit 5000
  `);
  return {
    items: await Promise.all(
      rows.map(async ({ manifest, ...row }) => ({
        ...row,
        binding: await bindingDigest(manifest.binding),
      })),
    ),
  };
};

const decoyStep = 64;
/**
 * What an officer seals anew for a successor: the real shares among sham ones, filled up to a
 * multiple of 64 and ordered by their random ids, so that the
 * officer does not learn how many bids have come in. A sham share opens like a real one and is
 * thrown away when it comes back.
 */
export const sharesToHandOver = async (
  db: Db,
  solicitationId: string,
  place: OfficerPlace,
): Promise<SealedShares> => {
  const { items } = await sharesUnder(db, solicitationId, place.keyId);
  const missing = decoyStep - (items.length % decoyStep);
  const decoys = await Promise.all(
    Array.from({ length: missing }, async () => {
      const binding = await digestHex(randomBytes(32));
      const { enc, ct, hash } = await sealShare(
        binding,
        { x: place.x, bytes: randomBytes(32) },
        place,
      );
      return { envelopeId: randomUUID(), x: place.x, binding, enc, ct, hash };
    }),
  );
  const real = items.map((item) => ({ ...item, order: item.binding }));
  const sham = decoys.map((item) => ({ ...item, order: item.binding }));
  return {
    items: [...real, ...sham]
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ order: _order, ...item }) => item),
  };
};

/**
 * The place of a key among a solicitation's officers, for the person who may use it. 403 for
 * anybody else's key, 404 for a key without a place.
 */
export const placeOf = async (
  db: Db,
  actor: Actor,
  solicitationId: string,
  keyId: string,
): Promise<OfficerPlace> => {
  const place = (await officersOf(db, solicitationId)).find((each) => each.keyId === keyId);
  if (!place)
    throw conflict("no_place", "This key has no place among the officers of this solicitation.");
  if (place.personId !== actor.personId && !place.escrow)
    throw notAllowed("Each officer uses the own key.");
  return place;
};

export type Handover = { keyId: string; shares: { envelopeId: string; enc: string; ct: string }[] };

const reseal = async (tx: Tx, orgId: string, fromKey: string, { keyId, shares }: Handover) => {
  const changed = await tx.rows(
    bind(
      `
        update bid_share h
        set key_id = $2, enc = n.enc, ct = n.ct
        from unnest($4::uuid[], $5::text[], $6::text[]) as n (envelope_id, enc, ct)
        where h.org_id = $1 and h.key_id = $3 and h.envelope_id = n.envelope_id
        returning h.id
      `,
      [
        orgId,
        keyId,
        fromKey,
        columnOf(shares.map((s) => s.envelopeId)),
        columnOf(shares.map((s) => s.enc)),
        columnOf(shares.map((s) => s.ct)),
      ],
    ),
  );
  if (changed.length !== shares.length)
    throw conflict(
      "bids_changed",
      "What is sealed to your key changed meanwhile. Hand over again.",
    );
};

/**
 * An officer hands a place to a successor: the shares of every bid that lies under the old key,
 * sealed anew to the successor's key in the officer's own browser,
 * take their place at once, and later bids are sealed to the successor. 409 when bids changed
 * meanwhile, or the opening is over.
 */
export const handOver = (
  database: Database,
  actor: Actor,
  solicitationId: string,
  fromKey: string,
  handover: Handover,
): Promise<{ x: number }> =>
  database.transaction(sealScope(actor.orgId!, actor), async (tx) => {
    const row = await lockRow(tx, solicitation, solicitationId, "solicitation");
    const place = await placeOf(tx, actor, solicitationId, fromKey);
    const next = await liveKey(tx, handover.keyId);
    if (!["published", "questions_closed", "closed"].includes(row.status))
      throw conflict("not_now", "A place is handed over between publication and opening.");
    if (
      (await officersOf(tx, solicitationId)).some(
        (each) => each.keyId === next.id || (each.personId === next.personId && !next.escrow),
      )
    )
      throw conflict("has_place", "The successor has a place already.");
    await requireSeat(tx, "opener", next.personId);
    const { items } = await sharesUnder(tx, solicitationId, fromKey);
    const given = new Map(handover.shares.map((share) => [share.envelopeId, share]));
    if (items.some((item) => !given.has(item.envelopeId)))
      throw conflict(
        "bids_changed",
        "What is sealed to your key changed meanwhile. Hand over again.",
      );
    if (items.length)
      await reseal(tx, actor.orgId!, fromKey, {
        keyId: next.id,
        shares: items.map((item) => given.get(item.envelopeId)!),
      });
    await tx.rows(sql`
      update opening_officer
      set replaced_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and solicitation_id = ${solicitationId}
        and key_id = ${fromKey}
        and replaced_at is null
    `);
    await insertRow(tx, openingOfficer, {
      orgId: actor.orgId!,
      id: newId(),
      solicitationId,
      x: place.x,
      keyId: next.id,
      personId: next.personId,
    });
    note(tx, actor, "solicitation", row, {
      action: "opening.handOver",
      before: { officer: place.label, key: place.fingerprint },
      after: { officer: next.label, key: next.fingerprint },
      event: "opening.officers",
    });
    return { x: place.x };
  });
