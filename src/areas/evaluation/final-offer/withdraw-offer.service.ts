import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import type { Withdrawal } from "#kernel/sealing/receipt.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { clockAgainst, sealedEvent, withdrawalNote } from "#areas/sourcing/sourcing.server.ts";
import { stepDetail } from "./final-offer.model.ts";
import { finalOfferRound } from "./final-offer.tables.ts";
import { ownOffer, type OwnOffer } from "./offer-desk.service.ts";
import { eraseOffers } from "./open-offers.service.ts";
import { eventOf, recordAttempt } from "./submit-offer.service.ts";

type Withdrawn = { entry: string; withdrawnAt: string };

const takeBack = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  own: OwnOffer,
): Promise<Withdrawn> => {
  const round = await lockRow(tx, finalOfferRound, own.roundId, "round of final offers");
  const clock = await clockAgainst(tx, round.dueAt);
  if (round.endedAt)
    throw conflict("ended", "The agency took its request back; what you sent is never read.");
  const live = await tx.maybe<{ id: string; sha256: string }>(sql`
    select id, sha256
    from final_offer_envelope
    where org_id = ${own.orgId} and offer_id = ${own.id} and state in ('sealed', 'opened', 'failed')
    for update
  `);
  if (!live) throw conflict("not_in_this_status", "There is no final offer to take back.");
  if (round.openedAt || !clock.early)
    throw conflict(
      "late",
      "The due instant has passed. The final offer is not taken back; the attempt is on record.",
    );
  const entry = await sealedEvent(tx, who, {
    ...eventOf(own, vendor),
    kind: "withdrawn",
    detail: stepDetail(own.roundNo, live.sha256),
    at: clock.now,
  });
  await tx.rows(sql`
    update final_offer_envelope
    set state = 'erasing', withdrawn_at = ${clock.now}, ended_entry = ${entry}
    where org_id = ${own.orgId} and id = ${live.id}
  `);
  return { entry, withdrawnAt: clock.now };
};

/**
 * Takes a final offer back before the round's due instant, by the database's clock under the
 * round's lock: the key store forgets its key, so nobody can ever
 * read it, and the bid counts unless another final offer comes. 409 `late` at or after the instant
 * (recorded), `ended`, `not_in_this_status` when there is none.
 */
export const withdrawOffer = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ id: string; withdrawnAt: string }> => {
  const own = await ownOffer(vendorSide(app.database, actor), id);
  let done: Withdrawn;
  try {
    done = await asVendor(app, actor, own.orgId, (tx, vendor, who) =>
      takeBack(tx, vendor, who, own),
    );
  } catch (error) {
    if (error instanceof Problem && error.code === "late")
      await recordAttempt(app, actor, own, "withdrawal late");
    throw error;
  }
  await eraseOffers(app, own.orgId);
  await (await sequencerOf(app.database)).waitForInclusion(own.orgId, done.entry);
  return { id, withdrawnAt: done.withdrawnAt };
};

type Last = {
  revision: number;
  receivedAt: string;
  sha256: string;
  withdrawnAt: string | null;
  endedEntry: string | null;
};

/** The signed receipt of the last withdrawal in a round. 409 when nothing was taken back. */
export const offerWithdrawal = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ note: string; receipt: Withdrawal }> => {
  const side = vendorSide(app.database, actor);
  const own = await ownOffer(side, id);
  const last = await side.maybe<Last>(sql`
    select revision, received_at, sha256, withdrawn_at, ended_entry
    from final_offer_envelope
    where org_id = ${own.orgId} and offer_id = ${id} and withdrawn_at is not null
    order by revision desc
    limit 1
  `);
  if (!last?.withdrawnAt || !last.endedEntry)
    throw conflict("not_withdrawn", "No final offer was taken back here.");
  return withdrawalNote(app, actor, {
    orgId: own.orgId,
    solicitationId: own.solicitationId,
    vendorId: own.vendorId,
    bid: { id, revision: last.revision, round: own.roundNo },
    deadline: own.dueAt,
    receivedAt: last.receivedAt,
    withdrawnAt: last.withdrawnAt,
    entryId: last.endedEntry,
    ciphertexts: [last.sha256],
  });
};
