import type { Actor } from "#kernel/access.ts";
import { lineTotalCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { bidCents, linesByItem, type CaseItem } from "../award/scenario.model.ts";
import { formatCents } from "#kernel/money.ts";
import type { BidLine, OpenedBid } from "../bid/bid-content.model.ts";
import { countedScores } from "./consensus.service.ts";
import { roundsOf, finalOffersOf } from "../final-offer/final-offer.read.service.ts";
import {
  evaluatedBids,
  joinBids,
  judgedCents,
  thingsOf,
  type EvaluatedBid,
  type JoinedBid,
} from "./course.service.ts";
import {
  panelShort,
  type BidView,
  type EvaluationContent,
  type EvaluationDetail,
} from "./evaluation.model.ts";
import {
  evaluationNoun,
  gateOf,
  isBlind,
  loadEvaluation,
  memberOf,
  type EvaluationRecord,
  type LoadedEvaluation,
  type Member,
} from "./evaluation.noun.ts";
import { evaluation } from "./evaluation.tables.ts";
import { openedBids } from "../bid/opened.service.ts";
import { formulaTexts } from "./price-formula.model.ts";
import {
  demandsOf,
  draftMemo,
  rankingOf,
  textsOf,
  type StoredText,
  type TextKind,
  type Demands,
} from "./recommendation.service.ts";
import { spreadOf } from "./sheet.model.ts";
import type { PriceFormula } from "../solicitation/solicitation.labels.ts";

type About = {
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

const aboutOf = (db: Db, id: string) =>
  db.one<About>(sql`
    select
      number, title, kind, price_formula, local_preference_percent, award_by, estimate_cents,
      addenda, bid_bond_percent
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

/** The responsiveness checklist of a solicitation: what it demands of every bid. */
export const checklistOf = async (
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
const afterPrices = new Set(["price_opened", "ranked", "recommended", "approved", "ended"]);

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

const bidsView = async (
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

const textView = (text: { text: string; by: string | null; at: string } | undefined) => ({
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

const contentOf = async (
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
  const formulaText = formulaTexts[about.priceFormula];
  const memo = texts.get("memo");
  const late = row.status === "individual_scoring" ? "" : (memo?.text ?? "");
  const draft = afterPrices.has(row.status)
    ? draftMemo({
        solicitation: about,
        row,
        members,
        ranking,
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
    ranking: ranking && {
      ties: ranking.ties,
      bids: ranking.bids.map((bid) => ({ ...bid, lines: bid.lines.map((line) => ({ ...line })) })),
    },
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

const locked = new Set([
  "locked",
  "consensus",
  "price_opened",
  "ranked",
  "recommended",
  "approved",
]);
type Named = {
  id: string;
  personId: string;
  name: string;
  role: "chair" | "evaluator" | "coordinator";
  scoring: boolean;
  declared: boolean;
  biddersDeclared: boolean;
  recused: boolean;
  recusalReason: string | null;
  submitted: boolean;
  substitute: boolean;
};

const namedMembers = (db: Db, id: string) =>
  db.rows<Named>(sql`
    select
      m.id, m.person_id, p.display_name as name, m.role, m.scoring,
      m.declared_at is not null as declared, m.bidders_declared_at is not null as bidders_declared,
      m.recused_at is not null as recused, m.recusal_reason,
      m.submitted_at is not null as submitted, m.substitute_since is not null as substitute
    from evaluation_member m
    join person p on p.id = m.person_id
    where m.org_id = ${db.scope.orgId} and m.evaluation_id = ${id}
    order by m.role = 'chair' desc, m.scoring desc, p.display_name
  `);

const coordinatorAndAward = (db: Db, id: string, row: typeof evaluation.$inferSelect) =>
  db.one<{ coordinator: string; awardId: string | null }>(sql`
    select
      (select display_name from person where id = ${row.coordinatorId}) as coordinator,
      (
        select id
        from award
        where org_id = ${db.scope.orgId} and evaluation_id = ${id} and status <> 'withdrawn'
        limit 1
      ) as award_id
  `);

const membersShown = (actor: Actor, named: Named[], inner: boolean) =>
  named.map((each) => ({
    ...each,
    recusalReason: inner ? each.recusalReason : null,
    me: each.personId === actor.personId,
  }));

const asScorerSees = (row: typeof evaluation.$inferSelect, blind: boolean) =>
  blind
    ? {
        ...row,
        status: "individual_scoring",
        sheetDigest: null,
        scenarioId: null,
        analysisKind: null,
        memoDigest: null,
      }
    : row;

/**
 * Everything of an evaluation that this person may read. `content` is null behind a gate; an
 * evaluator never sees another's scores before the lock.
 */
export const readEvaluation = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<EvaluationDetail> => {
  const row = await getRow(db, evaluation, id, "evaluation");
  const [about, loaded, member, opened, named, people] = await Promise.all([
    aboutOf(db, row.solicitationId),
    loadEvaluation(db, row),
    memberOf(db, id, actor.personId),
    openedBids(db, row.solicitationId),
    namedMembers(db, id),
    coordinatorAndAward(db, id, row),
  ]);
  const gate = gateOf(actor, row, member, opened.length > 0);
  const inner = gate === "open";
  const members = membersShown(actor, named, inner);
  const blind = isBlind(row, member);
  const shownRow: EvaluationRecord = asScorerSees(row, blind);
  const content = inner ? await contentOf(db, shownRow, member, about, opened, members) : null;
  const shown =
    gate === "declareBidders" || inner
      ? opened.map((bid) => ({ vendorId: bid.vendorId, name: bid.vendorName }))
      : [];
  const facts: LoadedEvaluation = { ...loaded, missing: inner && !blind ? loaded.missing : [] };
  return {
    id,
    number: row.number,
    status: row.status as EvaluationDetail["status"],
    title: about.title,
    version: row.version,
    round: row.round,
    scored: row.scored,
    minimumEvaluators: row.minimumEvaluators,
    solicitationId: row.solicitationId,
    solicitationNumber: about.number,
    solicitationKind: about.kind,
    solicitationStatus: loaded.solicitationStatus,
    coordinator: people.coordinator,
    createdAt: row.createdAt,
    gate,
    bidders: shown,
    members,
    myRole: member?.role ?? null,
    iScore: (member?.scoring ?? false) && gate !== "recused",
    canScore:
      inner &&
      (member?.scoring ?? false) &&
      !member!.submittedAt &&
      (row.status === "individual_scoring" || blind),
    mySubmitted: Boolean(member?.submittedAt),
    canManage: inner && !blind && member !== null && member.role !== "evaluator",
    panelShort: locked.has(row.status) && !people.awardId ? panelShort(loaded) : null,
    content,
    awardId: people.awardId,
    actions: gate === "recused" ? [] : actionsFor(actor, evaluationNoun, facts),
  };
};
