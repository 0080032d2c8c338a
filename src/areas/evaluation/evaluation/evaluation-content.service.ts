import { spreadOf } from "#kernel/scoring.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import { roundsOf } from "../final-offer/final-offer.read.service.ts";
import { countedScores } from "./consensus.service.ts";
import type { BidView, EvaluationContent, EvaluationDetail } from "./evaluation.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import type { Member } from "./evaluation.noun.ts";
import { formulaTexts } from "./price-formula.model.ts";
import {
  demandsOf,
  draftMemo,
  lotRankingsOf,
  rankingOf,
  textsOf,
  type StoredText,
  type TextKind,
  type Demands,
} from "./recommendation.service.ts";
import { readDeparture } from "../award/departure.model.ts";
import type { Ranking } from "./sheet.model.ts";
import { type About, bidsView, afterPrices } from "./bids-view.service.ts";

const beforeLock = new Set(["setup", "declarations", "individual_scoring"]);
type Agreed = { bidId: string; criterionId: string; score: string; mean: string; comment: string };

const scoresView = async (
  db: Db,
  row: EvaluationRecord,
  member: Member | null,
  criteria: readonly { id: string; maxScore: number }[],
): Promise<Pick<EvaluationContent, "myScores" | "consensus">> => {
  const all = await countedScores(db, row.id);
  const mine = all
    .filter((each) => each.memberId === member?.id)
    .map(({ bidId, criterionId, score, note }) => ({ bidId, criterionId, score, note }));
  if (beforeLock.has(row.status)) return { myScores: mine, consensus: [] };
  const agreed = await db.rows<Agreed>(sql`
    select b.bid_id, c.criterion_id, c.score, c.mean, c.comment
    from evaluation_consensus c
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    where c.org_id = ${db.scope.orgId} and c.evaluation_id = ${row.id}
    order by b.bid_id, c.criterion_id
  `);
  return {
    myScores: mine,
    consensus: agreed.map((cell) => {
      const scores = all.filter(
        (each) => each.bidId === cell.bidId && each.criterionId === cell.criterionId,
      );
      return {
        ...cell,
        spread: spreadOf(
          scores,
          criteria.find((each) => each.id === cell.criterionId)?.maxScore ?? 10,
        ) as EvaluationContent["consensus"][number]["spread"],
        scores: scores.map(({ member: name, score, note }) => ({ member: name, score, note })),
      };
    }),
  };
};

const textView = (text: { text: string; by: string | null; at: Instant } | undefined) => ({
  text: text?.text ?? "",
  by: text?.by ?? null,
  at: text?.at ?? null,
});
type ScenarioHead = {
  name: string;
  status: string;
  answer: {
    judgedCents: number | null;
    boundCents: number | null;
    points?: number | null;
    pointsBound?: number | null;
    parts: { vendorName: string; totalCents: number }[];
  } | null;
};

const criteriaOf = (db: Db, row: EvaluationRecord) =>
  db.rows<EvaluationContent["criteria"][number]>(sql`
    select id, name, guidance, kind, weight, max_score
    from solicitation_criterion
    where org_id = ${db.scope.orgId} and solicitation_id = ${row.solicitationId}
    order by position
  `);

const scenarioHead = (db: Db, row: EvaluationRecord) =>
  db.maybe<ScenarioHead>(sql`
    select name, status, answer
    from award_scenario
    where org_id = ${db.scope.orgId} and id = ${row.scenarioId}
  `);

const roundsHeld = (db: Db, row: EvaluationRecord) =>
  db.rows<EvaluationContent["rounds"][number]>(sql`
    select r.id, r.kind, r.round_no, b.bid_id, r.held_on, r.note, p.display_name as recorded_by
    from evaluation_round r
    join evaluation_bid b on b.org_id = r.org_id and b.id = r.evaluation_bid_id
    join person p on p.id = r.recorded_by
    where r.org_id = ${db.scope.orgId} and r.evaluation_id = ${row.id}
    order by r.created_at
  `);

const rejectedOf = (bids: BidView[]) =>
  bids
    .filter((bid) => bid.responsive === false || bid.responsible === false)
    .map((bid) => ({
      name: bid.vendorName,
      reason: bid.responsiveReason || bid.responsibleReason,
    }));

const scenarioFacts = (scenario: ScenarioHead | null) =>
  scenario && {
    name: scenario.name,
    status: scenario.status,
    judgedCents: scenario.answer?.judgedCents ?? null,
    boundCents: scenario.answer?.boundCents ?? null,
    points: scenario.answer?.points ?? null,
    pointsBound: scenario.answer?.pointsBound ?? null,
  };

const analysisView = (
  row: EvaluationRecord,
  texts: Map<TextKind, StoredText> | ReadonlyMap<TextKind, StoredText>,
  demands: Demands,
) => ({
  required: demands.analysis,
  threshold:
    demands.thresholdCents === null
      ? null
      : `${formatCents(demands.thresholdCents)}, ${demands.citation}`,
  kind: row.analysisKind,
  ...textView(texts.get("analysis")),
});

const memoView = (
  row: EvaluationRecord,
  members: EvaluationDetail["members"],
  late: string,
  draft: string,
) => ({
  text: late,
  draft,
  digest: row.memoDigest,
  signedBy: row.memoSignedBy
    ? (members.find((each) => each.personId === row.memoSignedBy)?.name ?? null)
    : null,
  signedAt: row.memoSignedAt,
});

const rankingView = (ranking: Ranking | null): EvaluationContent["ranking"] =>
  ranking && {
    ties: ranking.ties,
    bids: ranking.bids.map((bid) => ({ ...bid, lines: bid.lines.map((line) => ({ ...line })) })),
  };

export const contentOf = async (
  db: Db,
  row: EvaluationRecord,
  member: Member | null,
  about: About,
  opened: readonly OpenedBid[],
  members: EvaluationDetail["members"],
): Promise<EvaluationContent> => {
  const criteria = await criteriaOf(db, row);
  const [bids, scores, texts, demands, scenario, rounds, finalRounds] = await Promise.all([
    bidsView(db, row, about, opened),
    scoresView(db, row, member, criteria),
    row.status === "individual_scoring" ? new Map<TextKind, StoredText>() : textsOf(db, row.id),
    demandsOf(db, row),
    row.scenarioId ? scenarioHead(db, row) : null,
    roundsHeld(db, row),
    afterPrices.has(row.status) ? roundsOf(db, row.id) : [],
  ]);
  const ranking = row.sheetDigest ? rankingOf(texts.get("sheet")) : null;
  const lots = row.sheetDigest ? lotRankingsOf(texts.get("sheet")) : [];
  const departure = row.scenarioId ? readDeparture(texts.get("departure")?.text ?? "") : null;
  const formulaText = formulaTexts[about.priceFormula];
  const memo = texts.get("memo");
  const late = row.status === "individual_scoring" ? "" : (memo?.text ?? "");
  const draft = afterPrices.has(row.status)
    ? draftMemo({
        solicitation: about,
        row,
        members,
        ranking,
        lots,
        departure,
        formulaText,
        demands,
        texts,
        parts: scenario?.answer?.parts ?? [],
        rejected: rejectedOf(bids),
        scenario: scenarioFacts(scenario),
      })
    : "";
  return {
    bids,
    criteria,
    ...scores,
    formula: about.priceFormula,
    formulaText,
    ranking: rankingView(ranking),
    lots: lots.map((lot) => ({ ...lot, bids: lot.bids.map((bid) => ({ ...bid })) })),
    departure: departure && { lines: [...departure.lines], reason: departure.reason },
    sheetDigest: row.sheetDigest,
    rounds,
    finalRounds,
    analysis: analysisView(row, texts, demands),
    finding: { required: demands.finding, ...textView(texts.get("finding")) },
    memo: memoView(row, members, late, draft),
    scenarioId: row.scenarioId,
    missing: demands.missing,
    estimateCents: about.estimateCents,
  };
};
