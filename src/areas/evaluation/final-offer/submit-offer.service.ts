import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, Problem } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { keyStore } from "#server/keystore.ts";
import { mostEnvelopeBytes } from "#areas/sourcing/sourcing.public.ts";
import { clockAgainst, sealedEvent } from "#areas/sourcing/sourcing.server.ts";
import { eraseOffers } from "./open-offers.service.ts";
import { stepDetail, type SubmitOfferInput } from "./final-offer.model.ts";
import { finalOfferEnvelope, finalOfferRound } from "./final-offer.tables.ts";
import { ownOffer, type OwnOffer } from "./offer-desk.service.ts";

const late = () =>
  conflict(
    "late",
    "The due instant has passed. The final offer is not taken in; the attempt is on record.",
  );
export const eventOf = (own: OwnOffer, vendor: ActingVendor) => ({
  solicitationId: own.solicitationId,
  bidId: own.bidId,
  vendorId: vendor.id,
  identityId: vendor.identityId,
});

const check = (own: OwnOffer, { manifest }: SubmitOfferInput, bytes: Buffer): void => {
  const { binding } = manifest;
  const wrong = (message: string) => invalid("manifest", message, [{ path: "manifest", message }]);
  // The key store's groups are solicitations; a round of final offers is a group of its own, with
  // its own due instant.
  if (
    binding.orgId !== own.orgId ||
    binding.solicitationId !== own.roundId ||
    binding.vendorId !== own.vendorId ||
    binding.bidId !== own.id ||
    binding.envelope !== "bid" ||
    binding.officers !== null ||
    manifest.shares.length > 0
  )
    throw wrong("The envelope is sealed for something else.");
  if (
    manifest.size !== bytes.length ||
    manifest.ciphertextSha256 !== createHash("sha256").update(bytes).digest("hex")
  )
    throw wrong("The ciphertext is not the one that the envelope names.");
};

/** A step that was refused, in a transaction of its own. */
export const recordAttempt = (app: App, actor: Actor, own: OwnOffer, detail: string) =>
  asVendor(
    app,
    actor,
    own.orgId,
    async (tx, vendor, who) =>
      void (await sealedEvent(tx, who, {
        ...eventOf(own, vendor),
        kind: "refused",
        detail: stepDetail(own.roundNo, detail),
        at: (await clockAgainst(tx, own.dueAt)).now,
      })),
  );

type Taken = { entry: string | null; revision: number; receivedAt: string };

const sentBefore = (tx: Tx, own: OwnOffer, manifest: SubmitOfferInput["manifest"]) =>
  tx.maybe<Omit<Taken, "entry"> & { withdrawnAt: Instant | null }>(sql`
    select revision, received_at, withdrawn_at
    from final_offer_envelope
    where org_id = ${own.orgId}
      and id = ${manifest.binding.envelopeId}
      and offer_id = ${own.id}
      and sha256 = ${manifest.ciphertextSha256}
  `);

/** What was sent before, if it still stands. 409 for what was taken back: its key is gone. */
const standingBefore = async (tx: Tx, own: OwnOffer, manifest: SubmitOfferInput["manifest"]) => {
  const before = await sentBefore(tx, own, manifest);
  if (before?.withdrawnAt)
    throw conflict("withdrawn", "This final offer was taken back. Seal another one.");
  return before;
};

const liveEnvelope = (tx: Tx, own: OwnOffer) =>
  tx.maybe<{ id: string; revision: number }>(sql`
    select id, revision
    from final_offer_envelope
    where org_id = ${own.orgId} and offer_id = ${own.id} and state = 'sealed'
    for update
  `);

const nextRevision = (tx: Tx, own: OwnOffer) =>
  tx.one<{ revision: number }>(sql`
    select coalesce(max(revision), 0)::int + 1 as revision
    from final_offer_envelope
    where org_id = ${own.orgId} and offer_id = ${own.id}
  `);

const eraseEnvelope = (tx: Tx, own: OwnOffer, id: string) =>
  tx.rows(sql`
    update final_offer_envelope
    set state = 'erasing'
    where org_id = ${own.orgId} and id = ${id}
  `);

const accept = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  own: OwnOffer,
  { manifest }: SubmitOfferInput,
): Promise<Taken> => {
  if (vendor.status !== "active")
    throw notAllowed("The agency has not activated your registration.");
  // Whoever waited for the lock is judged by when the wait ended.
  const round = await lockRow(tx, finalOfferRound, own.roundId, "round of final offers");
  const clock = await clockAgainst(tx, round.dueAt);
  // Sent again because the answer was lost: it stands.
  const before = await standingBefore(tx, own, manifest);
  if (before) return { ...before, entry: null };
  if (round.endedAt) throw conflict("ended", "The agency took its request back.");
  const live = await liveEnvelope(tx, own);
  if (round.openedAt || !clock.timely || (live && !clock.early)) throw late();
  const { revision } = await nextRevision(tx, own);
  if (manifest.binding.revision !== revision)
    throw conflict(
      "stale_revision",
      "Somebody of your company sent another final offer meanwhile. Read the page anew.",
    );
  if (live) await eraseEnvelope(tx, own, live.id);
  if (live)
    await sealedEvent(tx, who, {
      ...eventOf(own, vendor),
      kind: "superseded",
      detail: stepDetail(own.roundNo),
      at: clock.now,
    });
  const entry = await sealedEvent(tx, who, {
    ...eventOf(own, vendor),
    kind: "submitted",
    detail: stepDetail(own.roundNo, manifest.ciphertextSha256),
    at: clock.now,
  });
  await insertRow(tx, finalOfferEnvelope, {
    orgId: own.orgId,
    id: manifest.binding.envelopeId,
    offerId: own.id,
    identityId: vendor.identityId,
    revision,
    sha256: manifest.ciphertextSha256,
    size: manifest.size,
    manifest,
    submittedBy: who.personId,
    submittedByName: who.name,
    receivedAt: clock.now,
  });
  return { entry, revision, receivedAt: clock.now };
};

/**
 * Takes a sealed final offer in; an earlier one of the same round ends with it. The key store has
 * the key on its disk before; the due instant is judged by the
 * database's clock under the round's lock (at the instant a first one counts, a replacement does
 * not). 409 `late` (recorded), `ended`; 422 for an envelope sealed
 * for something else; 503 without the key store.
 */
export const submitOffer = async (
  app: App,
  actor: Actor,
  id: string,
  input: SubmitOfferInput,
): Promise<{ id: string; revision: number; receivedAt: string }> => {
  const own = await ownOffer(vendorSide(app.database, actor), id);
  const bytes = Buffer.from(input.ciphertext, "base64");
  const { binding, serverPart } = input.manifest;
  check(own, input, bytes);
  let kept = false;
  let taken: Taken;
  try {
    await asVendor(app, actor, own.orgId, (tx) => standingBefore(tx, own, input.manifest));
    await app.files.put(Readable.from([bytes]), mostEnvelopeBytes, "sealed");
    await keyStore().keep({ binding, opensAt: own.dueAt, ...serverPart });
    kept = true;
    taken = await asVendor(app, actor, own.orgId, (tx, vendor, who) =>
      accept(tx, vendor, who, own, input),
    );
  } catch (error) {
    if (error instanceof Problem && error.code !== "key_store_unreachable") {
      // Only what this call put there: the id is the browser's, and might name another one's. What
      // another request of the same offer had taken in keeps its key.
      if (kept && !(await isTaken(app, actor, own, binding.envelopeId)))
        await keyStore()
          .erase([binding.envelopeId])
          .catch(() => {});
      await recordAttempt(app, actor, own, error.code);
    }
    throw error;
  }
  await eraseOffers(app, own.orgId);
  if (taken.entry) await (await sequencerOf(app.database)).waitForInclusion(own.orgId, taken.entry);
  return { id, revision: taken.revision, receivedAt: taken.receivedAt };
};

/**
 * Whether an envelope is stored; the round's lock lets a request that is under way finish first.
 */
const isTaken = (app: App, actor: Actor, own: OwnOffer, envelopeId: string): Promise<boolean> =>
  asVendor(app, actor, own.orgId, async (tx) => {
    await lockRow(tx, finalOfferRound, own.roundId, "round of final offers");
    return Boolean(
      await tx.maybe(sql`
        select 1 as stored
        from final_offer_envelope
        where org_id = ${own.orgId} and id = ${envelopeId}
      `),
    );
  });
