import { lineTotalCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bidCents, linesByItem, type CaseItem } from "../award/scenario.model.ts";
import {
  type BidLine,
  type OpenedBid,
  type PriceFormula,
} from "#areas/sourcing/sourcing.public.ts";
import { finalOffersOf } from "../final-offer/final-offer.read.service.ts";
import {
  evaluatedBids,
  joinBids,
  judgedCents,
  thingsOf,
  type EvaluatedBid,
  type JoinedBid,
} from "./evaluated-bids.service.ts";
import type { BidView } from "./evaluation.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { evaluation } from "./evaluation.tables.ts";

export type About = {
  number: string;
  title: string;
  kind: string;
  priceFormula: PriceFormula;
  localPreferencePercent: string | null;
  awardBy: string;
  estimateCents: number | null;
  addenda: number;
  bidBondPercent: string | null;
};
type ListItem = { item: string; label: string; mandatory: boolean };
type Answer = { id: string; label: string; mandatory: boolean };

export const aboutOf = (db: Db, id: string) =>
  db.one<About>(sql`
    select
      number, title, kind, price_formula, local_preference_percent, award_by, estimate_cents,
      addenda, bid_bond_percent
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

/** The responsiveness checklist of a solicitation: what it demands of every bid. */
const checklistOf = async (
  db: Db,
  solicitationId: string,
  about: Pick<About, "addenda" | "bidBondPercent">,
): Promise<ListItem[]> => {
  const answers = await db.rows<Answer>(sql`
    select id, label, mandatory
    from solicitation_requirement
    where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
    order by position
  `);
  return [
    { item: "complete", label: "Complete, signed and without conditions", mandatory: true },
    ...(about.addenda > 0
      ? [
          {
            item: "addenda",
            label: `Acknowledges ${about.addenda === 1 ? "the addendum" : `all ${about.addenda} addenda`}`,
            mandatory: true,
          },
        ]
      : []),
    ...(about.bidBondPercent
      ? [
          {
            item: "bond",
            label: `Bid guarantee of ${Number(about.bidBondPercent)} %`,
            mandatory: true,
          },
        ]
      : []),
    ...answers.map((each) => ({ item: each.id, label: each.label, mandatory: each.mandatory })),
  ];
};
export const checklistFor = async (db: Db, evaluationId: string): Promise<ListItem[]> => {
  const { solicitationId } = await getRow(db, evaluation, evaluationId, "evaluation");
  return checklistOf(db, solicitationId, await aboutOf(db, solicitationId));
};

type CheckRow = {
  evaluationBidId: string;
  item: string;
  result: "met" | "not_met" | "minor" | "not_applicable";
  note: string;
};
type Kept = EvaluatedBid & { responsibility: BidView["responsibility"]; standingNote: string };
export const afterPrices = new Set(["price_opened", "ranked", "recommended", "approved", "ended"]);

const unitPriceOf = (line: BidLine | undefined): string | null =>
  line && !line.noBid ? line.unitPrice : null;

const priceView = (
  { bid, asBid, final, decided }: JoinedBid,
  items: readonly (CaseItem & { lotId?: string | null })[],
  preference: string,
): BidView["price"] => {
  if (!bid.price) return null;
  const lines = linesByItem(bid);
  const own = linesByItem(asBid);
  const totalCents = bidCents(bid, items);
  return {
    totalCents,
    judgedCents: judgedCents(totalCents, decided.preferred, preference),
    finalRound: final?.roundNo ?? null,
    bidTotalCents: bidCents(asBid, items),
    validDays: bid.price.validDays,
    note: bid.price.note,
    lines: items.map((item) => {
      const line = lines.get(item.id);
      const unitPrice = unitPriceOf(line);
      return {
        itemId: item.id,
        description: item.description,
        lotId: item.lotId ?? null,
        quantity: item.quantity,
        unit: item.unit,
        unitPrice,
        bidUnitPrice: unitPriceOf(own.get(item.id)),
        amountCents: unitPrice === null ? null : lineTotalCents(item.quantity, unitPrice),
        noBid: !line || line.noBid,
        alternate: line?.alternate ?? "",
      };
    }),
  };
};

const standingsOf = (db: Db, row: EvaluationRecord) =>
  db.rows<{ id: string; responsibility: BidView["responsibility"]; standingNote: string }>(sql`
    select id, responsibility, standing_note
    from evaluation_bid
    where org_id = ${db.scope.orgId} and evaluation_id = ${row.id}
  `);

const checksOf = (db: Db, row: EvaluationRecord) =>
  db.rows<CheckRow>(sql`
    select c.evaluation_bid_id, c.item, c.result, c.note
    from evaluation_check c
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    where c.org_id = ${db.scope.orgId} and b.evaluation_id = ${row.id}
  `);

export const bidsView = async (
  db: Db,
  row: EvaluationRecord,
  about: About,
  opened: readonly OpenedBid[],
): Promise<BidView[]> => {
  const [finals, decided, extra, checks, list, { items }] = await Promise.all([
    finalOffersOf(db, row.id),
    evaluatedBids(db, row.id),
    standingsOf(db, row),
    checksOf(db, row),
    checklistOf(db, row.solicitationId, about),
    thingsOf(db, row.solicitationId, about.awardBy),
  ]);
  return joinBids(opened, decided, finals).map((joined): BidView => {
    const { asBid: bid, decided: each } = joined;
    const kept: Kept = { ...each, ...extra.find((one) => one.id === each.id)! };
    const answers = new Map(
      bid.technical?.answers.map((answer) => [answer.requirementId, answer.value]),
    );
    return {
      bidId: bid.bidId,
      vendorId: bid.vendorId,
      vendorName: bid.vendorName,
      vendorNumber: bid.vendorNumber,
      receivedAt: bid.receivedAt,
      statement: bid.technical?.statement ?? "",
      files: bid.technical?.files.map(({ id, name, size }) => ({ id, name, size })) ?? [],
      addendaAcknowledged: bid.technical?.addendaAcknowledged ?? [],
      responsive: each.responsive,
      responsiveReason: each.responsiveReason,
      responsible: each.responsible,
      responsibleReason: each.responsibleReason,
      responsibility: kept.responsibility,
      preferred: each.preferred,
      counts: each.counts,
      standingNote: kept.standingNote,
      checks: list.map((item) => {
        const check = checks.find(
          (one) => one.evaluationBidId === each.id && one.item === item.item,
        );
        const answer =
          item.item === "addenda"
            ? bid.technical?.addendaAcknowledged.join(", ") || "none"
            : (answers.get(item.item) ??
              bid.technical?.files.find((file) => file.requirementId === item.item)?.name ??
              "");
        return { ...item, answer, result: check?.result ?? null, note: check?.note ?? "" };
      }),
      // Technical scores are given without sight of prices, also where one envelope holds both.
      price: afterPrices.has(row.status)
        ? priceView(joined, items, about.localPreferencePercent ?? "0")
        : null,
    };
  });
};
