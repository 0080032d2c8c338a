import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import {
  bindingDigest,
  isCommittedShare,
  type Manifest,
  type Officer,
  openEnvelope,
  sealEnvelope,
} from "#kernel/sealing/envelope.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { keyStore } from "#server/keystore.ts";
import { requireSeat } from "#areas/organization/organization.server.ts";
import type { Demand } from "../solicitation/readiness.service.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import { liveKey } from "./officer-key.service.ts";
import type { OfficerPlace, RehearsalState, SealedShares } from "./opening.model.ts";
import { openingOfficer, openingRehearsal } from "./opening.tables.ts";

/** The officers of a solicitation in their places, as they stand now. */
export const officersOf = (db: Db, solicitationId: string): Promise<OfficerPlace[]> =>
  db.rows<OfficerPlace>(sql`
    select
      o.x, o.key_id, o.person_id, p.display_name as name, k.escrow, k.label, k.fingerprint,
      k.public_key, o.rehearsed_at
    from opening_officer o
    join officer_key k on k.org_id = o.org_id and k.id = o.key_id
    join person p on p.id = o.person_id
    where o.org_id = ${db.scope.orgId}
      and o.solicitation_id = ${solicitationId}
      and o.replaced_at is null
    order by o.x
  `);

/** Places and keys alone: what envelopes are sealed to, and what their digest covers. */
export const sealingSet = (places: readonly OfficerPlace[]): Officer[] =>
  places.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey }));

type Rehearsal = typeof openingRehearsal.$inferSelect;
const newestRehearsal = (db: Db, solicitationId: string) =>
  db.maybe<Rehearsal>(sql`
    select *
    from opening_rehearsal
    where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
    order by created_at desc
    limit 1
  `);

/**
 * How far the rehearsal of a solicitation's opening is: every officer must have opened the share of
 * the test envelope, and it must have opened.
 */
export const rehearsalState = async (db: Db, solicitationId: string): Promise<RehearsalState> => {
  const [officers, newest, row] = await Promise.all([
    officersOf(db, solicitationId),
    newestRehearsal(db, solicitationId),
    getRow(db, solicitation, solicitationId, "solicitation"),
  ]);
  const required = row.protection === "sealed";
  return {
    required,
    complete:
      !required ||
      (officers.length > 1 &&
        Boolean(newest?.openedAt) &&
        officers.every((each) => each.rehearsedAt)),
    openedAt: newest?.openedAt ?? null,
    officers,
  };
};

/** A sealed solicitation is published once its officers have rehearsed the opening. */
export const rehearsedOpening: Demand = async (db, row) => {
  if (row.protection !== "sealed") return null;
  const { complete, officers } = await rehearsalState(db, row.id);
  const proved = officers.filter((each) => each.rehearsedAt).length;
  const missing =
    officers.length < 2
      ? "Name at least two officers who open the bids."
      : `The opening is rehearsed by ${proved} of ${officers.length} officers: each must open the test envelope.`;
  return {
    ok: complete,
    step: "officers",
    citation: null,
    text: complete
      ? `${officers.length} officers rehearsed the opening; any two open the bids`
      : missing,
  };
};

const lockUnpublished = async (tx: Tx, id: string) => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (row.protection !== "sealed")
    throw conflict("held", "Quotes that the server holds need no officers.");
  if (row.status !== "draft" && row.status !== "review")
    throw conflict(
      "published",
      "Officers are named before publication. Afterwards a place is handed over.",
    );
  return row;
};

const liveKeys = async (tx: Tx, keyIds: readonly string[]) => {
  const keys = [];
  for (const id of keyIds)
    keys.push(
      await liveKey(tx, id).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        throw invalidField("keyIds", "One of these keys is not in use.");
      }),
    );
  if (new Set(keys.filter((key) => !key.escrow).map((key) => key.personId)).size < 2)
    throw invalidField(
      "keyIds",
      "At least two persons must hold a key of their own; an escrow key comes on top.",
    );
  for (const { personId } of keys) await requireSeat(tx, "opener", personId);
  return keys;
};

const replaceOfficers = (tx: Tx, actor: Actor, solicitationId: string) =>
  tx.rows(sql`
    update opening_officer
    set replaced_at = clock_timestamp()
    where org_id = ${actor.orgId} and solicitation_id = ${solicitationId} and replaced_at is null
  `);

/**
 * Names who opens the bids: two to five keys, any two of which will do, and of at least two
 * persons. Starts the rehearsal: a test envelope is sealed to them.
 * 409 once published. 422 for an unknown or retired key.
 */
export const nameOfficers = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  keyIds: readonly string[],
): Promise<RehearsalState> => {
  const row = await lockUnpublished(tx, solicitationId);
  const keys = await liveKeys(tx, keyIds);
  await replaceOfficers(tx, actor, solicitationId);
  await insertRows(
    tx,
    openingOfficer,
    keys.map((key, i) => ({
      orgId: actor.orgId!,
      id: newId(),
      solicitationId,
      x: i + 1,
      keyId: key.id,
      personId: key.personId,
    })),
  );
  const officers = keys.map((key, i) => ({ x: i + 1, keyId: key.id, publicKey: key.publicKey }));
  const envelopeId = newId();
  const store = keyStore();
  const { publicKey, now } = await store.status();
  const { manifest, ciphertext } = await sealEnvelope({
    binding: {
      envelopeId,
      orgId: actor.orgId!,
      solicitationId: envelopeId,
      vendorId: envelopeId,
      bidId: envelopeId,
      revision: 1,
      envelope: "bid",
    },
    officers,
    keyStoreKey: unbase64(publicKey),
    content: { rehearsal: row.number },
  });
  await store.keep({ binding: manifest.binding, opensAt: now, ...manifest.serverPart });
  await insertRow(tx, openingRehearsal, {
    orgId: actor.orgId!,
    id: envelopeId,
    solicitationId,
    officers,
    manifest,
    ciphertext: base64(ciphertext),
  });
  note(tx, actor, "solicitation", solicitationId, {
    number: row.number,
    action: "opening.nameOfficers",
    after: { officers: keys.map((key) => ({ label: key.label, fingerprint: key.fingerprint })) },
    event: "opening.officers",
  });
  return rehearsalState(tx, solicitationId);
};

/** The sealed share of the rehearsal's test envelope for one key. */
export const rehearsalShares = async (
  db: Db,
  solicitationId: string,
  keyId: string,
): Promise<SealedShares> => {
  const newest = await newestRehearsal(db, solicitationId);
  const binding = newest ? await bindingDigest(newest.manifest.binding) : "";
  return {
    items: newest
      ? newest.manifest.shares
          .filter((share) => share.keyId === keyId)
          .map(({ x, enc, ct, hash }) => ({ envelopeId: newest.id, x, enc, ct, hash, binding }))
      : [],
  };
};

const openTest = async (
  newest: Rehearsal,
  manifest: Manifest,
  shares: Rehearsal["shares"],
): Promise<void> => {
  const { now } = await keyStore().status();
  const part = (await keyStore().release(manifest.binding.solicitationId, [newest.id], now)).get(
    newest.id,
  )!;
  await openEnvelope(
    manifest,
    unbase64(newest.ciphertext),
    unbase64(part),
    shares.map((share) => ({ x: share.x, bytes: unbase64(share.bytes) })),
  );
};

/**
 * An officer shows that the key works: gives the opened share of the test envelope. With two shares
 * the envelope itself is opened with the key store.
 */
export const rehearse = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  keyId: string,
  bytes: string,
): Promise<RehearsalState> => {
  const { number } = await lockUnpublished(tx, solicitationId);
  const newest = await newestRehearsal(tx, solicitationId);
  const key = await liveKey(tx, keyId);
  if (!newest) throw conflict("no_rehearsal", "Name the officers first.");
  if (key.personId !== actor.personId && !key.escrow)
    throw notAllowed("Each officer rehearses with the own key.");
  const x = newest.officers.find((officer) => officer.keyId === keyId)?.x;
  if (!x || !(await isCommittedShare(newest.manifest, { x, bytes: unbase64(bytes) })))
    throw conflict(
      "wrong_share",
      "This key did not open the test envelope. Name the officers again with a key that works.",
    );
  const shares = [...newest.shares.filter((share) => share.x !== x), { x, bytes }];
  if (shares.length > 1 && !newest.openedAt) await openTest(newest, newest.manifest, shares);
  await Promise.all([
    tx.rows(sql`
      update opening_rehearsal
      set
        shares = ${JSON.stringify(shares)},
        opened_at = case when ${shares.length > 1} then coalesce(opened_at, clock_timestamp()) end
      where org_id = ${actor.orgId} and id = ${newest.id}
    `),
    tx.rows(sql`
      update opening_officer
      set rehearsed_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and solicitation_id = ${solicitationId}
        and key_id = ${keyId}
        and replaced_at is null
    `),
  ]);
  note(tx, actor, "solicitation", solicitationId, {
    number,
    action: "opening.rehearse",
    after: { key: key.fingerprint, opened: shares.length > 1 },
  });
  return rehearsalState(tx, solicitationId);
};
