import { hundredthsOf, pointsText, scorePoints } from "#kernel/scoring.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { type PriceFormula } from "#areas/sourcing/sourcing.public.ts";
import { pricePoints } from "./price-formula.model.ts";

export type SheetCriterion = {
  id: string;
  name: string;
  kind: "technical" | "price" | "interview";
  weight: string;
  maxScore: number;
};
/** Which offer a price is of: the bid's, or the final offer of a round. */
type SheetOffer = { kind: "bid" } | { kind: "final"; round: number; receivedAt: string };
/**
 * A bid on the sheet: whether it takes part and why not, which offer counts, its price as offered
 * and as judged, its consensus scores by criterion. Sheets of format 1 know no final offers.
 */
export type SheetBid = {
  bidId: string;
  vendorId: string;
  vendorName: string;
  receivedAt: string;
  takesPart: boolean;
  reason: string;
  offer?: SheetOffer;
  priceCents: number | null;
  judgedCents: number | null;
  /** Its price of each lot, as offered and as judged; sheets before format 3 have none. */
  lots?: Readonly<Record<string, { priceCents: number | null; judgedCents: number | null }>>;
  scores: Readonly<Record<string, string>>;
};
/** Everything that a ranking is computed from. */
export type SheetInput = {
  format: "levee-score-sheet-1" | "levee-score-sheet-2" | "levee-score-sheet-3";
  evaluation: string;
  solicitation: string;
  round: number;
  formula: PriceFormula;
  preferencePercent: string;
  criteria: readonly SheetCriterion[];
  /** What is awarded apart; from format 3 on. */
  lots?: readonly { id: string; title: string }[];
  bids: readonly SheetBid[];
  individual: readonly { member: string; bidId: string; criterionId: string; score: string }[];
};
type RankedBid = {
  bidId: string;
  vendorId: string;
  vendorName: string;
  rank: number | null;
  total: string;
  technical: string;
  price: string;
  priceCents: number | null;
  judgedCents: number | null;
  finalRound: number | null;
  reason: string;
  lines: readonly { criterionId: string; name: string; points: string; step: string }[];
};
export type Ranking = { bids: readonly RankedBid[]; ties: boolean };

type Worked = RankedBid & { hundredths: number };

const scored = (
  input: SheetInput,
  bid: SheetBid,
  price: { hundredths: number; steps: readonly string[] },
): Worked => {
  const lines = input.criteria.map((criterion) => {
    if (criterion.kind === "price")
      return {
        criterionId: criterion.id,
        name: criterion.name,
        hundredths: price.hundredths,
        step: price.steps.join("; "),
      };
    return {
      criterionId: criterion.id,
      name: criterion.name,
      ...scorePoints(
        hundredthsOf(criterion.weight),
        hundredthsOf(bid.scores[criterion.id] ?? "0"),
        criterion.maxScore,
      ),
    };
  });
  const hundredths = lines.reduce((sum, line) => sum + line.hundredths, 0);
  const priceHundredths = lines
    .filter((_, i) => input.criteria[i]!.kind === "price")
    .reduce((sum, line) => sum + line.hundredths, 0);
  return {
    bidId: bid.bidId,
    vendorId: bid.vendorId,
    vendorName: bid.vendorName,
    rank: null,
    total: pointsText(hundredths),
    technical: pointsText(hundredths - priceHundredths),
    price: pointsText(priceHundredths),
    priceCents: bid.priceCents,
    judgedCents: bid.judgedCents,
    finalRound: bid.offer?.kind === "final" ? bid.offer.round : null,
    reason: bid.reason,
    hundredths,
    lines: lines.map((line) => ({
      criterionId: line.criterionId,
      name: line.name,
      points: pointsText(line.hundredths),
      step: line.step,
    })),
  };
};

/**
 * The ranking of a sheet: by price where the price alone decides, else by total points; a tie is
 * shown as one rank and left to people. Bids that do not
 * take part have no rank. Pure: the same sheet gives the same ranking, byte for byte.
 */
export const rankSheet = (input: SheetInput): Ranking => {
  const inside = input.bids.filter((bid) => bid.takesPart);
  const weight = hundredthsOf(
    input.criteria.find((criterion) => criterion.kind === "price")?.weight ?? "100",
  );
  const prices = new Map(
    pricePoints(
      input.formula,
      weight,
      inside.map((bid) => ({ bidId: bid.bidId, priceCents: bid.judgedCents })),
    ).map((each) => [each.bidId, each]),
  );
  const worked = input.bids.map((bid) =>
    scored(
      input,
      bid,
      bid.takesPart ? prices.get(bid.bidId)! : { hundredths: 0, steps: [bid.reason] },
    ),
  );
  const byPrice = input.formula === "lowest";
  const key = (bid: Worked) =>
    byPrice ? (bid.judgedCents ?? Number.POSITIVE_INFINITY) : -bid.hundredths;
  const field = worked.filter(
    (_, i) => input.bids[i]!.takesPart && (!byPrice || input.bids[i]!.judgedCents !== null),
  );
  const ranked = new Map(
    field.map((bid) => [bid.bidId, 1 + field.filter((other) => key(other) < key(bid)).length]),
  );
  const bids = worked
    .map(({ hundredths: _hundredths, ...bid }) => ({ ...bid, rank: ranked.get(bid.bidId) ?? null }))
    .sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9) || (a.bidId < b.bidId ? -1 : 1));
  return { bids, ties: new Set(ranked.values()).size < ranked.size };
};

/** The sheet as it is frozen and digested. */
export const sheetText = (input: SheetInput): string => canonicalJson(input);
export const readSheet = (text: string): SheetInput => JSON.parse(text) as SheetInput;
