import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { addressesOf } from "#areas/sourcing/sourcing.server.ts";
import { finalOfferLetter } from "../letters.service.ts";
import { moveEvaluation } from "../evaluation/course.service.ts";
import type { EvaluationRecord } from "../evaluation/evaluation.tables.ts";
import { inside } from "../evaluation/evaluation.noun.ts";
import { evaluation } from "../evaluation/evaluation.tables.ts";
import { mostDays, type AskInput } from "./final-offer.model.ts";
import { finalOffer, finalOfferRound } from "./final-offer.tables.ts";

type RoundRecord = typeof finalOfferRound.$inferSelect;
type Asked = {
  bidId: string;
  vendorId: string;
  vendor: string;
  identityId: string | null;
  takesPart: boolean;
};

/** The evaluation, locked, for its chair; 403 for others. */
export const chairing = async (tx: Tx, actor: Actor, id: string): Promise<EvaluationRecord> => {
  const { member } = await inside(tx, actor, id);
  if (member.role !== "chair")
    throw notAllowed("The chair asks for best and final offers.", "not_chair");
  return lockRow(tx, evaluation, id, "evaluation");
};

const askedOf = async (
  tx: Tx,
  row: EvaluationRecord,
  bidIds: readonly string[],
): Promise<Asked[]> => {
  const found = await tx.rows<Asked>(sql`
    select
      e.bid_id, e.vendor_id, v.name as vendor, v.identity_id,
      e.responsive is not false and e.responsible is not false and b.price_opened_at is not null as takes_part
    from evaluation_bid e
    join vendor v on v.org_id = e.org_id and v.id = e.vendor_id
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${row.orgId}
      and e.evaluation_id = ${row.id}
      and e.bid_id = any(${bidIds}::uuid[])
    order by e.bid_id
  `);
  for (const [at, bidId] of bidIds.entries()) {
    const one = found.find((each) => each.bidId === bidId);
    if (!one) throw invalidField(`bidIds.${at}`, "There is no such bid in this evaluation.");
    if (!one.takesPart) throw invalidField(`bidIds.${at}`, `${one.vendor} takes no part any more.`);
    if (!one.identityId)
      throw invalidField(
        `bidIds.${at}`,
        `${one.vendor} has no account in the vendor portal, so it cannot answer there.`,
      );
  }
  return found;
};

/** Writes to everybody who was asked for a final offer, with the round's note. */
export const tellAsked = async (
  tx: Tx,
  row: EvaluationRecord,
  round: RoundRecord,
  asked: readonly { id: string; vendorId: string }[],
  subject: string,
  paragraphs: readonly string[],
): Promise<void> => {
  const about = await tx.one<{
    number: string;
    title: string;
    contactEmail: string | null;
  }>(sql`
    select number, title, contact_email
    from solicitation
    where org_id = ${row.orgId} and id = ${row.solicitationId}
  `);
  for (const each of asked)
    for (const { email } of await addressesOf(tx, [each.vendorId]))
      await queueMail(tx, {
        ...finalOfferLetter({ ...about, id: each.id, subject, paragraphs, note: round.note }),
        orgId: row.orgId,
        to: email,
        replyTo: about.contactEmail,
      });
};

const openRound = (tx: Tx, actor: Actor, id: string) =>
  tx.maybe(sql`
    select 1
    from final_offer_round
    where org_id = ${actor.orgId}
      and evaluation_id = ${id}
      and opened_at is null
      and ended_at is null
  `);

const backToPrices = async (tx: Tx, actor: Actor, id: string, locked: EvaluationRecord) =>
  locked.status === "ranked"
    ? await moveEvaluation(tx, { ...actor, kind: "system" }, "reopenPrices", {
        id,
        version: null,
        reason: "Best and final offers are asked for",
      })
    : locked;

const requireDue = (now: Date, due: Date): void => {
  if (due <= now) throw invalidField("dueAt", "The due instant has passed already.");
  if (due.getTime() - now.getTime() > mostDays * 86_400_000)
    throw invalidField("dueAt", `At most ${mostDays} days from now.`);
};

/** 422 for a due instant that is over, or further away than a round may be. */
export const requireSoon = async (tx: Tx, due: Date): Promise<void> =>
  requireDue(await databaseNow(tx), due);

const nextRoundNo = (tx: Tx, actor: Actor, id: string) =>
  tx.one<{ next: number }>(sql`
    select count(*)::int + 1 as next
    from final_offer_round
    where org_id = ${actor.orgId} and evaluation_id = ${id}
  `);

const storeOffers = (
  tx: Tx,
  row: EvaluationRecord,
  asked: Asked[],
  round: typeof finalOfferRound.$inferSelect,
) =>
  Promise.all(
    asked.map((each) =>
      insertRow(tx, finalOffer, {
        orgId: row.orgId,
        id: newId(),
        roundId: round.id,
        bidId: each.bidId,
        vendorId: each.vendorId,
        identityId: each.identityId!,
      }),
    ),
  );

/**
 * The chair asks bidders for a best and final offer until an instant by the database's clock; a
 * ranking that stands is taken back. Every one asked is told by
 * mail and finds it in the portal. What they answer stays sealed until then. 409 while another
 * round is open; 422 for a bid that takes no part.
 */
export const askFinalOffers = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AskInput,
): Promise<EvaluationRecord> => {
  const locked = await chairing(tx, actor, id);
  if (locked.status !== "price_opened" && locked.status !== "ranked")
    throw conflict(
      "not_in_this_status",
      "Best and final offers are asked for once the prices are open and until the recommendation is signed.",
    );
  if (await openRound(tx, actor, id))
    throw conflict(
      "round_open",
      "A round of final offers is open. Wait for its due instant, or take the request back.",
    );
  const row = await backToPrices(tx, actor, id, locked);
  const now = await databaseNow(tx);
  const due = new Date(input.dueAt);
  const asked = await askedOf(tx, row, [...new Set(input.bidIds)]);
  requireDue(now, due);
  const { next } = await nextRoundNo(tx, actor, id);
  const round = await insertRow(tx, finalOfferRound, {
    orgId: row.orgId,
    id: newId(),
    evaluationId: id,
    solicitationId: row.solicitationId,
    roundNo: next,
    note: input.note,
    dueAt: due.toISOString(),
    askedBy: actor.personId!,
    askedAt: now.toISOString(),
  });
  const offers = await storeOffers(tx, row, asked, round);
  note(tx, actor, "evaluation", id, {
    number: row.number,
    action: "askFinalOffers",
    after: {
      round: next,
      dueAt: round.dueAt,
      bids: asked.map((each) => each.bidId),
      note: input.note,
    },
  });
  await tellAsked(tx, row, round, offers, "Best and final offer asked for", [
    `You are asked for your best and final offer, until ${formatInstant(round.dueAt, tx.scope.timeZone ?? "UTC")}. It stays sealed until then; you can replace it until then. Without one your bid counts as it stands.`,
  ]);
  return updateRow(tx, evaluation, id, {});
};

/**
 * The chair takes a round back before it is opened: what came is never read, the bids count as they
 * stand. 409 when it is opened or ended.
 */
export const endFinalOffers = async (
  tx: Tx,
  actor: Actor,
  id: string,
  roundId: string,
  reason: string,
): Promise<EvaluationRecord> => {
  const row = await chairing(tx, actor, id);
  const round = await lockRow(tx, finalOfferRound, roundId, "round of final offers");
  if (round.evaluationId !== id) throw notFound("round of final offers");
  if (round.openedAt || round.endedAt)
    throw conflict("not_open", "These final offers are opened, or the request was taken back.");
  const after = await updateRow(tx, finalOfferRound, roundId, {
    endedAt: (await databaseNow(tx)).toISOString(),
    endedReason: reason,
  });
  const asked = await tx.rows<{ id: string; vendorId: string }>(sql`
    select id, vendor_id
    from final_offer
    where org_id = ${row.orgId} and round_id = ${roundId}
  `);
  note(tx, actor, "evaluation", id, {
    number: row.number,
    action: "endFinalOffers",
    before: round,
    after,
    note: reason,
  });
  await tellAsked(tx, row, after, asked, "Best and final offer no longer asked for", [
    "The agency took its request back. What you have sent is never read; your bid counts as it stands.",
    reason,
  ]);
  return updateRow(tx, evaluation, id, {});
};
