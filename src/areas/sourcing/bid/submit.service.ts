import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { refusal } from "#kernel/lifecycle.ts";
import { officerSetDigest } from "#kernel/sealing/envelope.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { keyStore } from "#server/keystore.ts";
import { officersOf, sealingSet } from "../opening/officer.service.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import { bidCycle, type SubmitInput } from "./bid.model.ts";
import { bid, bidShare } from "./bid.tables.ts";
import { eraseEnded } from "./erase.service.ts";
import { clockAgainst, sealedEvent } from "./under-seal.service.ts";
import { tellTaken, tellTakenBack } from "./told.service.ts";
import { ownBid, type Bid, type Own } from "./ciphertext.service.ts";

export type Solicitation = typeof solicitation.$inferSelect;

export const takesBids = (row: { status: string }) =>
  row.status === "published" || row.status === "questions_closed";
export const late = () =>
  conflict("late", "The deadline has passed. The bid is not taken in; the attempt is on record.");

/** The solicitation locked for a vendor's step: 404 when it is not the vendor's to see. */
export const lockOffered = async (
  tx: Tx,
  id: string,
  vendor: ActingVendor,
): Promise<Solicitation & { dueAt: string }> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (!row.publishedAt || !row.dueAt || row.status === "draft" || row.status === "review")
    throw notFound("solicitation");
  const invited =
    row.invitedOnly &&
    !(await tx.maybe(sql`
      select 1 as listed
      from solicitation_invitation
      where org_id = ${row.orgId} and solicitation_id = ${id} and vendor_id = ${vendor.id}
    `));
  if (invited) throw notFound("solicitation");
  return { ...row, dueAt: row.dueAt };
};

/** A step that was refused, in a transaction of its own: the refused one is rolled back. */
export const recordAttempt = (
  app: App,
  actor: Actor,
  at: { orgId: string; solicitationId: string; bidId: string | null },
  detail: string,
) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const { now } = await clockAgainst(tx, new Date(0).toISOString());
    await sealedEvent(tx, who, {
      solicitationId: at.solicitationId,
      bidId: at.bidId,
      vendorId: vendor.id,
      identityId: vendor.identityId,
      kind: "refused",
      detail,
      at: now,
    });
  });

const placeOf = ({ row }: Own) => ({
  orgId: row.orgId,
  solicitationId: row.solicitationId,
  bidId: row.id,
});

const checkManifests = async (
  { row, envelopes }: Own,
  { manifests }: SubmitInput,
): Promise<void> => {
  const officers = row.officers && (await officerSetDigest(row.officers));
  const wrong = (message: string, at: number) =>
    invalid("manifest", message, [{ path: `manifests.${at}`, message }]);
  if (manifests.length !== envelopes.length) throw wrong("Every envelope must be sealed.", 0);
  manifests.forEach((manifest, at) => {
    const { binding, shares } = manifest;
    const envelope = envelopes.find((each) => each.id === binding.envelopeId);
    if (
      !envelope ||
      envelope.envelope !== binding.envelope ||
      binding.orgId !== row.orgId ||
      binding.solicitationId !== row.solicitationId ||
      binding.vendorId !== row.vendorId ||
      binding.bidId !== row.id ||
      binding.revision !== row.revision
    )
      throw wrong("The envelope is sealed for another bid.", at);
    if (
      binding.officers !== officers ||
      shares.length !== (row.officers?.length ?? 0) ||
      shares.some(
        (share, i) => share.x !== row.officers![i]!.x || share.keyId !== row.officers![i]!.keyId,
      )
    )
      throw wrong("The envelope is sealed to other officers.", at);
    if (
      envelope.state !== "stored" ||
      envelope.sha256 !== manifest.ciphertextSha256 ||
      envelope.size !== manifest.size
    )
      throw wrong("The envelope's ciphertext is not the one that was received.", at);
  });
};

const checkUnderLock = async (
  tx: Tx,
  row: Solicitation,
  draft: Bid,
  input: SubmitInput,
): Promise<void> => {
  if (draft.status !== "draft") throw conflict("not_in_this_status", "This bid was sent already.");
  const [places, material] = await Promise.all([
    officersOf(tx, row.id),
    tx.rows<{ addendumNo: number }>(sql`
      select addendum_no
      from solicitation_addendum
      where org_id = ${row.orgId} and solicitation_id = ${row.id} and material
      order by addendum_no
    `),
  ]);
  if (
    draft.officers &&
    (await officerSetDigest(sealingSet(places))) !== (await officerSetDigest(draft.officers))
  )
    throw conflict("officers_changed", "An officer handed over meanwhile. Seal the bid again.");
  const missing = material
    .filter(({ addendumNo }) => !input.addendaAcknowledged.includes(addendumNo))
    .map(({ addendumNo }) => addendumNo);
  if (missing.length)
    throw conflict("addenda", `Acknowledge addendum ${missing.join(", ")} first.`);
};

/** Ends the live revision, if there is one. 409 at or after the deadline. */
const supersedeLive = async (
  tx: Tx,
  row: Solicitation,
  vendor: ActingVendor,
  who: Actor,
  clock: { now: string; early: boolean },
): Promise<void> => {
  const live = await tx.maybe<Bid>(sql`
    select *
    from bid
    where org_id = ${row.orgId}
      and solicitation_id = ${row.id}
      and vendor_id = ${vendor.id}
      and status = 'submitted'
    for update
  `);
  if (!live) return;
  const why = refusal(bidCycle, "supersede", { status: live.status, early: clock.early }, who);
  if (why) throw conflict("late", why.reason);
  await updateRow(tx, bid, live.id, { status: "superseded", endedAt: clock.now });
  await tx.rows(sql`
    update bid_envelope
    set state = 'erasing'
    where org_id = ${row.orgId} and bid_id = ${live.id} and state = 'sealed'
  `);
  await sealedEvent(tx, who, {
    solicitationId: row.id,
    bidId: live.id,
    vendorId: vendor.id,
    identityId: vendor.identityId,
    kind: "superseded",
    at: clock.now,
  });
};

const accept = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  own: Own,
  input: SubmitInput,
): Promise<{ entry: string; dueAt: string }> => {
  if (vendor.status !== "active")
    throw notAllowed("The agency has not activated your registration.");
  // The clock is read once the row is held: whoever waited for it is judged by when the wait ended.
  const row = await lockOffered(tx, own.row.solicitationId, vendor);
  const clock = await clockAgainst(tx, row.dueAt);
  const draft = await lockRow(tx, bid, own.row.id, "bid");
  if (!takesBids(row) || !clock.timely) throw late();
  await checkUnderLock(tx, row, draft, input);
  await supersedeLive(tx, row, vendor, who, clock);
  const where = {
    solicitationId: row.id,
    bidId: draft.id,
    vendorId: vendor.id,
    identityId: vendor.identityId,
  };
  const entry = await sealedEvent(tx, who, {
    ...where,
    kind: "submitted",
    detail: input.manifests.map((m) => `${m.binding.envelope} ${m.ciphertextSha256}`).join(", "),
    at: clock.now,
  });
  await updateRow(tx, bid, draft.id, {
    status: "submitted",
    receivedAt: clock.now,
    dueAt: row.dueAt,
    receiptEntry: entry,
    submittedBy: who.personId,
    submittedByName: who.name,
    addendaAcknowledged: input.addendaAcknowledged,
  });
  for (const manifest of input.manifests) {
    const { envelopeId } = manifest.binding;
    await tx.rows(sql`
      update bid_envelope
      set state = 'sealed', manifest = ${JSON.stringify(manifest)}
      where org_id = ${row.orgId} and id = ${envelopeId}
    `);
    await insertRows(
      tx,
      bidShare,
      manifest.shares.map((share) => ({ orgId: row.orgId, id: newId(), envelopeId, ...share })),
    );
  }
  await tellTaken(tx, who, row, { bid: draft, at: clock.now, entry, manifests: input.manifests });
  return { entry, dueAt: row.dueAt };
};

/**
 * Takes a sealed bid in. The key store has the parts on its disk before the bid is accepted; the
 * deadline is judged by the database's clock under the
 * solicitation's row lock, an earlier revision ends in the same transaction, and the answer comes
 * once the audit ledger holds the entry.
 * 409 `late` (the attempt is recorded), `addenda`, `officers_changed`; 422 for envelopes sealed for
 * something else; 503 without the key store.
 */
export const submitBid = async (
  app: App,
  actor: Actor,
  id: string,
  input: SubmitInput,
): Promise<{ id: string; receivedAt: string; revision: number }> => {
  const own = await ownBid(app, actor, id);
  const envelopeIds = own.envelopes.map((each) => each.id);
  await checkManifests(own, input);
  let taken: { entry: string; dueAt: string };
  try {
    for (const { binding, serverPart } of input.manifests)
      await keyStore().keep({ binding, opensAt: own.due, ...serverPart });
    taken = await asVendor(app, actor, own.row.orgId, (tx, vendor, who) =>
      accept(tx, vendor, who, own, input),
    );
  } catch (error) {
    if (
      error instanceof Problem &&
      error.code !== "not_in_this_status" &&
      error.code !== "key_store_unreachable"
    ) {
      await recordAttempt(app, actor, placeOf(own), error.code);
      // A refused bid leaves no part behind, and its envelopes get new ids for another try. What
      // another request of the same bid had taken in meanwhile is no draft any more and keeps its
      // parts.
      if (await asVendor(app, actor, own.row.orgId, (tx) => discardDraft(tx, own.row)))
        await keyStore()
          .erase(envelopeIds)
          .catch(() => {});
    }
    throw error;
  }
  if (taken.dueAt !== own.due)
    await keyStore()
      .promise(own.row.solicitationId, taken.dueAt)
      .catch(() => {});
  await eraseEnded(app, own.row.orgId);
  await (await sequencerOf(app.database)).waitForInclusion(own.row.orgId, taken.entry);
  const { row } = await ownBid(app, actor, id);
  return { id, receivedAt: row.receivedAt!, revision: row.revision };
};

/** Takes a bid in preparation away; says whether it still was one. */
const discardDraft = async (tx: Tx, { orgId, id }: Bid): Promise<boolean> => {
  if (
    !(await tx.maybe(sql`
      select 1 as draft
      from bid
      where org_id = ${orgId} and id = ${id} and status = 'draft'
      for update
    `))
  )
    return false;
  await tx.rows(sql`delete from bid_envelope where org_id = ${orgId} and bid_id = ${id}`);
  await tx.rows(sql`delete from bid where org_id = ${orgId} and id = ${id}`);
  return true;
};

/**
 * Takes a bid back before the deadline: from then on nobody can ever read it, since the key store
 * forgets its part. 409 `late` at or after the deadline. The ledger's entry is what the receipt of
 * the withdrawal names.
 */
export const withdrawBid = async (app: App, actor: Actor, id: string): Promise<{ id: string }> => {
  const own = await ownBid(app, actor, id);
  let entry: string;
  try {
    entry = await asVendor(app, actor, own.row.orgId, async (tx, vendor, who) => {
      const row = await lockOffered(tx, own.row.solicitationId, vendor);
      const clock = await clockAgainst(tx, row.dueAt);
      const live = await lockRow(tx, bid, id, "bid");
      const why = refusal(
        bidCycle,
        "withdraw",
        { status: live.status, early: clock.early && takesBids(row) },
        who,
      );
      if (why) throw conflict(why.kind === "rule" ? "late" : "not_in_this_status", why.reason);
      const endedEntry = await sealedEvent(tx, who, {
        solicitationId: row.id,
        bidId: id,
        vendorId: vendor.id,
        identityId: vendor.identityId,
        kind: "withdrawn",
        at: clock.now,
      });
      await updateRow(tx, bid, id, { status: "withdrawn", endedAt: clock.now, endedEntry });
      await tx.rows(sql`
        update bid_envelope
        set state = 'erasing'
        where org_id = ${row.orgId} and bid_id = ${id} and state = 'sealed'
      `);
      await tellTakenBack(tx, who, row, { bidId: id, at: clock.now });
      return endedEntry;
    });
  } catch (error) {
    if (error instanceof Problem && error.code === "late")
      await recordAttempt(app, actor, placeOf(own), "withdrawal late");
    throw error;
  }
  await eraseEnded(app, own.row.orgId);
  await (await sequencerOf(app.database)).waitForInclusion(own.row.orgId, entry);
  return { id };
};
