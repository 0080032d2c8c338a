import { hundredthsOf, pointsText, scorePoints } from "#kernel/scoring.ts";
import { pricePoints } from "./price-formula.model.ts";
import type { SheetBid, SheetInput } from "./sheet.model.ts";

/** A bid's points for one lot; `hundredths` of a point, null where it is not ranked there. */
type LotPoints = {
  bidId: string;
  vendorId: string;
  vendorName: string;
  technical: string;
  price: string;
  total: string;
  hundredths: number | null;
  judgedCents: number | null;
  rank: number | null;
  step: string;
};
export type LotRanking = { lotId: string; title: string; bids: readonly LotPoints[] };

const technicalOf = (sheet: SheetInput, bid: SheetBid): number =>
  sheet.criteria
    .filter((criterion) => criterion.kind !== "price")
    .reduce(
      (sum, criterion) =>
        sum +
        scorePoints(
          hundredthsOf(criterion.weight),
          hundredthsOf(bid.scores[criterion.id] ?? "0"),
          criterion.maxScore,
        ).hundredths,
      0,
    );

const rankOne = (sheet: SheetInput, lot: { id: string; title: string }): LotRanking => {
  const weight = hundredthsOf(
    sheet.criteria.find((criterion) => criterion.kind === "price")?.weight ??
      (sheet.formula === "lowest" ? "100" : "0"),
  );
  const priced = sheet.bids.filter(
    (bid) => bid.takesPart && (bid.lots?.[lot.id]?.judgedCents ?? null) !== null,
  );
  const prices = pricePoints(
    sheet.formula,
    weight,
    priced.map((bid) => ({ bidId: bid.bidId, priceCents: bid.lots![lot.id]!.judgedCents })),
  );
  const worked = priced.map((bid, at) => {
    const technical = technicalOf(sheet, bid);
    const price = prices[at]!;
    const hundredths = technical + price.hundredths;
    return {
      bidId: bid.bidId,
      vendorId: bid.vendorId,
      vendorName: bid.vendorName,
      technical: pointsText(technical),
      price: pointsText(price.hundredths),
      total: pointsText(hundredths),
      hundredths,
      judgedCents: bid.lots![lot.id]!.judgedCents,
      step: price.steps.at(-1)!,
    };
  });
  const key = (bid: (typeof worked)[number]) =>
    sheet.formula === "lowest" ? bid.judgedCents! : -bid.hundredths;
  return {
    lotId: lot.id,
    title: lot.title,
    bids: worked
      .map((bid) => ({
        ...bid,
        rank: 1 + worked.filter((other) => key(other) < key(bid)).length,
      }))
      .sort((a, b) => a.rank - b.rank || (a.bidId < b.bidId ? -1 : 1)),
  };
};

/**
 * The bids ranked lot by lot, by the published criteria: the points of the scores, which are the
 * same for every lot, and those of the bid's price for the lot beside the other prices for it.
 * Where the price alone decides, by the judged price. Bids without a whole price for a lot, or
 * that do not take part, are not in it. None for sheets before format 3.
 */
export const rankLots = (sheet: SheetInput): readonly LotRanking[] =>
  (sheet.lots ?? []).map((lot) => rankOne(sheet, lot));
