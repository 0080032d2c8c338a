import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { OpenedBid } from "../bid/bid-content.model.ts";
import {
  bidCents,
  withFinalOffer,
  type CaseBid,
  type CaseItem,
  type CaseLot,
} from "../award/scenario.model.ts";
import type { CountedOffer } from "../final-offer/final-offer.model.ts";
import { finalOffersOf } from "../final-offer/final-offer.read.service.ts";
import { moveSolicitation } from "../solicitation/solicitation.noun.ts";
import { countedScores, refreshConsensus } from "./consensus.service.ts";
import {
  evaluationNoun,
  loadEvaluation,
  managing,
  type EvaluationRecord,
  type LoadedEvaluation,
} from "./evaluation.noun.ts";
import { panelHolds, type EvaluationAction } from "./evaluation.model.ts";
import { openedBids } from "../bid/opened.service.ts";
import { digestOf, textsOf, writeText } from "./recommendation.service.ts";
import { takeBids } from "./setup.service.ts";
import {
  rankSheet,
  sheetText,
  type SheetBid,
  type SheetCriterion,
  type SheetInput,
} from "./sheet.model.ts";

const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });
type About = {
  number: string;
  priceFormula: SheetInput["formula"];
  localPreferencePercent: string | null;
  envelopes: number;
  awardBy: string;
};
export type EvaluatedBid = {
  id: string;
  bidId: string;
  vendorId: string;
  responsive: boolean | null;
  responsiveReason: string;
  responsible: boolean | null;
  responsibleReason: string;
  preferred: boolean;
  counts: boolean;
};

/**
 * What is bought: lots with their items; without lots everything is one lot, or each item one where
 * it is awarded item by item.
 */
export const thingsOf = async (
  db: Db,
  solicitationId: string,
  awardBy: string,
): Promise<{ lots: CaseLot[]; items: CaseItem[] }> => {
  const [lots, items] = await Promise.all([
    db.rows<{ id: string; title: string }>(sql`
      select id, title
      from solicitation_lot
      where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
      order by lot_no
    `),
    db.rows<CaseItem & { lotId: string | null }>(sql`
      select id, description, quantity, unit, lot_id
      from solicitation_item
      where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId} and not optional
      order by item_no
    `),
  ]);
  if (awardBy === "item")
    return {
      items,
      lots: items.map((item) => ({ id: item.id, title: item.description, itemIds: [item.id] })),
    };
  if (lots.length === 0 || awardBy === "whole")
    return {
      items,
      lots: [{ id: solicitationId, title: "Everything", itemIds: items.map((item) => item.id) }],
    };
  return {
    items,
    lots: lots.map((lot) => ({
      ...lot,
      itemIds: items.filter((item) => item.lotId === lot.id).map((item) => item.id),
    })),
  };
};

/** The bids of an evaluation with what was decided about them. */
export const evaluatedBids = (db: Db, evaluationId: string): Promise<EvaluatedBid[]> =>
  db.rows<EvaluatedBid>(sql`
    select
      b.id, b.bid_id, b.vendor_id, b.responsive, b.responsive_reason, b.responsible,
      b.responsible_reason, b.preferred, b.counts
    from evaluation_bid b
    where b.org_id = ${db.scope.orgId} and b.evaluation_id = ${evaluationId}
    order by b.bid_id
  `);

export type JoinedBid = CaseBid & {
  decided: EvaluatedBid;
  asBid: OpenedBid;
  final: CountedOffer | null;
};

/**
 * Bids with what was decided, at the prices that count: those of the final offer where one came,
 * else the bid's (`asBid`).
 */
export const joinBids = (
  opened: readonly OpenedBid[],
  decided: readonly EvaluatedBid[],
  finals: readonly CountedOffer[],
): JoinedBid[] =>
  opened.flatMap((asBid) =>
    decided
      .filter((each) => each.bidId === asBid.bidId)
      .map((each) => {
        const final = finals.find((offer) => offer.bidId === asBid.bidId) ?? null;
        return {
          bid: withFinalOffer(asBid, final),
          asBid,
          final,
          preferred: each.preferred,
          counts: each.counts,
          decided: each,
        };
      }),
  );

/**
 * A price as it is judged: with the preference added where the bidder does not have it, rounded
 * half up to the cent.
 */
export const judgedCents = (
  cents: number | null,
  preferred: boolean,
  preferencePercent: string,
): number | null =>
  cents === null || preferred
    ? cents
    : cents +
      Math.floor((2 * cents * Math.round(Number(preferencePercent) * 100) + 10_000) / 20_000);

const takesPart = (bid: EvaluatedBid): string =>
  bid.responsive !== true
    ? bid.responsiveReason || "Not decided"
    : bid.responsible === false
      ? bid.responsibleReason
      : "";

const aboutOf = (db: Db, row: EvaluationRecord) =>
  db.one<About>(sql`
    select number, price_formula, local_preference_percent, envelopes, award_by
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${row.solicitationId}
  `);

const agreedScores = (db: Db, row: EvaluationRecord) =>
  db.rows<{ bidId: string; criterionId: string; score: string }>(sql`
    select b.bid_id, c.criterion_id, c.score
    from evaluation_consensus c
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    where c.org_id = ${db.scope.orgId} and c.evaluation_id = ${row.id}
  `);

const sheetCriteria = (db: Db, row: EvaluationRecord) =>
  db.rows<SheetCriterion>(sql`
    select id, name, kind, weight, max_score
    from solicitation_criterion
    where org_id = ${db.scope.orgId} and solicitation_id = ${row.solicitationId}
    order by position
  `);

/** The score sheet of an evaluation as it stands now. */
export const sheetOf = async (db: Db, row: EvaluationRecord): Promise<SheetInput> => {
  const [about, opened, decided, finals, scores, agreed, criteria] = await Promise.all([
    aboutOf(db, row),
    openedBids(db, row.solicitationId),
    evaluatedBids(db, row.id),
    finalOffersOf(db, row.id),
    countedScores(db, row.id),
    agreedScores(db, row),
    sheetCriteria(db, row),
  ]);
  const { items } = await thingsOf(db, row.solicitationId, about.awardBy);
  const preferencePercent = about.localPreferencePercent ?? "0";
  const bids = joinBids(opened, decided, finals).map(({ bid, decided: each, final }): SheetBid => {
    const priceCents = bidCents(bid, items);
    const reason = takesPart(each);
    return {
      bidId: bid.bidId,
      vendorId: bid.vendorId,
      vendorName: bid.vendorName,
      receivedAt: bid.receivedAt,
      takesPart: reason === "",
      reason,
      offer: final
        ? { kind: "final", round: final.roundNo, receivedAt: final.receivedAt }
        : { kind: "bid" },
      priceCents,
      judgedCents: judgedCents(priceCents, each.preferred, preferencePercent),
      scores: Object.fromEntries(
        agreed
          .filter((cell) => cell.bidId === bid.bidId)
          .map((cell) => [cell.criterionId, cell.score]),
      ),
    };
  });
  return {
    format: "levee-score-sheet-2",
    evaluation: row.number,
    solicitation: about.number,
    round: row.round,
    formula: about.priceFormula,
    preferencePercent,
    criteria,
    bids,
    individual: scores.map(({ memberId, bidId, criterionId, score }) => ({
      member: memberId,
      bidId,
      criterionId,
      score,
    })),
  };
};

type Effect = (
  tx: Tx,
  actor: Actor,
  record: LoadedEvaluation,
) => Promise<{
  to?: "individual_scoring" | "price_opened";
  patch?: Partial<EvaluationRecord>;
  note?: string;
} | void>;
const people = (record: LoadedEvaluation) =>
  record.members.filter((member) => !member.recused).map((member) => member.personId);
const now = (tx: Tx) => businessNow(tx.scope).toISOString();

const pricesAreOpen = async (tx: Tx, record: LoadedEvaluation): Promise<void> => {
  const sealed = (await openedBids(tx, record.solicitationId)).filter((bid) => bid.price === null);
  if (sealed.length)
    throw conflict(
      "prices_sealed",
      "The price envelopes are still sealed: the opening officers can open them now that the scores are locked.",
    );
};

const effects: Partial<Record<EvaluationAction, Effect>> = {
  askDeclarations: async (tx, actor, record) =>
    notify(
      tx,
      people(record).filter((id) => id !== actor.personId),
      {
        kind: "evaluation",
        title: `${record.number}: declare your interests`,
        body: "Nothing of the bids is shown before that.",
        link: `/bid-evaluation/${record.id}`,
      },
    ),
  startScoring: async (tx, actor, record) => {
    await takeBids(tx, record);
    if (
      !(await tx.maybe(sql`
        select 1
        from evaluation_bid
        where org_id = ${record.orgId} and evaluation_id = ${record.id}
      `))
    )
      throw conflict("no_bids", "There is no opened bid to evaluate.");
    if (record.solicitationStatus === "opened")
      await moveSolicitation(tx, asSystem(actor), record.solicitationId, "evaluate");
    if (!record.scored) await pricesAreOpen(tx, record);
    return record.scored
      ? { to: "individual_scoring" }
      : { to: "price_opened", patch: { priceOpenedAt: now(tx) } };
  },
  lock: async (tx, _actor, record) => ({
    patch: { lockedAt: now(tx) },
    note: `Individual scores SHA-256 ${await individual(tx, record.id)}`,
  }),
  startConsensus: async (tx, _actor, record) => void (await refreshConsensus(tx, record.id)),
  openPrices: async (tx, _actor, record) => {
    await pricesAreOpen(tx, record);
    return { patch: { priceOpenedAt: now(tx) } };
  },
  rank: async (tx, actor, record) => {
    const sheet = await sheetOf(tx, record);
    const text = sheetText(sheet);
    const digest = await writeText(tx, actor, record, "sheet", text);
    const { ties } = rankSheet(sheet);
    return {
      patch: { sheetDigest: digest, rankedAt: now(tx) },
      note: `Score sheet ${digest.slice(0, 16)}…${ties ? "; there is a tie" : ""}`,
    };
  },
  reopenPrices: async (tx, _actor, record) => {
    // Who was recused since the ranking counts no more.
    if (record.scored) await refreshConsensus(tx, record.id);
    return { patch: { sheetDigest: null, rankedAt: null, scenarioId: null } };
  },
  recommend: async (tx, actor, record) => {
    const memo = (await textsOf(tx, record.id)).get("memo")!;
    const approvers = await tx.rows<{ personId: string }>(sql`
      select distinct r.person_id
      from user_role r
      where r.org_id = ${record.orgId}
        and r.role in ('manager', 'admin')
        and not exists (
          select 1
          from evaluation_member m
          where m.org_id = r.org_id and m.evaluation_id = ${record.id} and m.person_id = r.person_id
        )
      limit 20
    `);
    notify(
      tx,
      approvers.map((each) => each.personId),
      {
        kind: "evaluation",
        title: `${record.number} recommends an award`,
        body: "It waits for approval by somebody who took no part.",
        link: `/bid-evaluation/${record.id}`,
      },
    );
    return {
      patch: { memoDigest: memo.digest, memoSignedBy: actor.personId, memoSignedAt: now(tx) },
      note: `Memo ${memo.digest.slice(0, 16)}…`,
    };
  },
  return: async () => ({ patch: { memoDigest: null, memoSignedBy: null, memoSignedAt: null } }),
  approve: async (tx, actor, record) => {
    notify(tx, people(record), {
      kind: "evaluation",
      title: `${record.number} is approved`,
      body: "Post the intent to award.",
      link: `/bid-evaluation/${record.id}`,
    });
    return { patch: { approvedBy: actor.personId, approvedAt: now(tx) } };
  },
};

const individual = async (db: Db, id: string): Promise<string> =>
  digestOf(canonicalJson(await countedScores(db, id)));

/**
 * The SHA-256 of the locked individual scores, for the statement that opens the price envelopes.
 * 409 before the lock, 403 for who does not run the evaluation.
 */
export const lockedScores = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ solicitationId: string; digest: string }> => {
  const { row } = await managing(tx, actor, id);
  if (row.status !== "locked" && row.status !== "consensus")
    throw conflict(
      "not_in_this_status",
      "The price envelopes stay sealed until the technical scores are locked.",
    );
  const short = panelHolds(await loadEvaluation(tx, row));
  if (short) throw conflict("panel_short", short);
  return { solicitationId: row.solicitationId, digest: await individual(tx, id) };
};

/**
 * Takes one step of an evaluation's course; every rule is asked again on the server. Errors are
 * those of `transition`.
 */
export const moveEvaluation = (
  tx: Tx,
  actor: Actor,
  id: string,
  action: EvaluationAction,
  version: number | null,
  reason: string | null = null,
): Promise<EvaluationRecord> =>
  transition(tx, actor, evaluationNoun, {
    id,
    action,
    version,
    reason,
    effect: (record) => effects[action]?.(tx, actor, record) ?? Promise.resolve(),
  });

/**
 * Ends the live evaluation of a solicitation, if any: it was cancelled, or is evaluated anew after
 * a protest.
 */
export const endEvaluation = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  reason: string,
): Promise<EvaluationRecord | null> => {
  const live = await tx.maybe<{ id: string }>(sql`
    select id
    from evaluation
    where org_id = ${actor.orgId} and solicitation_id = ${solicitationId} and status <> 'ended'
  `);
  return (
    live &&
    transition(tx, asSystem(actor), evaluationNoun, {
      id: live.id,
      action: "end",
      reason,
      effect: async () => ({ patch: { endedReason: reason } }),
    })
  );
};
