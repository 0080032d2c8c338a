import { formatCents } from "#kernel/money.ts";
import type { Source } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import {
  alikePrices,
  lackedBy,
  outliers,
  sharedMisspellings,
  sumOf,
  wrongTotal,
  type Alike,
  type Bid,
} from "./bids.model.ts";

const hrefOf = ({ id }: Pick<EvaluationDetail, "id">) => `/bid-evaluation/${id}`;
const sourceOf = (e: EvaluationDetail, says: string): Source => ({
  kind: "record",
  label: e.number,
  href: hrefOf(e),
  says,
});

type Said = { key: string; what: string; why: string; sources: Source[]; todo: string };
// A task is read outside the evaluation too: it names neither bidder nor figure.
const told = (e: EvaluationDetail, { key, what, why, sources, todo }: Said): Found => ({
  key: `${key}:${e.id}`,
  subject: { id: e.id, number: e.number, href: hrefOf(e) },
  ...{ what, why, since: null, dueOn: null, cents: 0, sources },
  proposal: errand({
    title: `${e.number}: ${todo}`,
    detail: "What it is about stands in the evaluation, for who takes part.",
    link: hrefOf(e),
  }),
});

/** Which requirements each bid gives no answer to. */
export const lacking = (e: EvaluationDetail, bids: readonly Bid[]): Found[] =>
  bids
    .filter(({ responsive }) => responsive === null)
    .flatMap((bid): Found[] => {
      const lacks = lackedBy(bid);
      if (lacks.length === 0) return [];
      const must = lacks.filter(({ mandatory }) => mandatory).length;
      return [
        told(e, {
          key: `lacks:${bid.bidId}`,
          what: `${bid.vendorName} gives no answer to ${counted(lacks.length, "requirement")} of ${e.number}: ${lacks.map(({ label }) => label).join("; ")}.`,
          why: `${must === 0 ? "None of it is mandatory" : `${must} of it ${must === 1 ? "is" : "are"} mandatory`}, and nobody has recorded yet whether it is met. Whether a bid is responsive is for the panel to decide.`,
          sources: lacks.map(({ label, mandatory }) => ({
            ...sourceOf(e, mandatory ? "Mandatory" : "Not mandatory"),
            label,
          })),
          todo: "look at a requirement that a bid does not answer",
        }),
      ];
    });

/** Totals that do not come out: stated by the bidder, or shown by the record. */
export const wrongSums = (e: EvaluationDetail, bids: readonly Bid[]): Found[] =>
  bids.flatMap((bid): Found[] => {
    const wrong = wrongTotal(bid);
    const sum = sumOf(bid);
    const said = (key: string, what: string, says: string) =>
      told(e, {
        key: `${key}:${bid.bidId}`,
        what,
        why: "The unit prices of the bid are what counts, unless the solicitation says otherwise: ask the bidder which it means before anything rests on it.",
        sources: [sourceOf(e, says)],
        todo: "ask a bidder which of two totals it means",
      });
    return [
      ...(wrong
        ? [
            said(
              "total",
              `${bid.vendorName} states a total of ${formatCents(wrong.stated)}; its prices come to ${formatCents(wrong.added)}.`,
              `Recomputed: ${formatCents(wrong.added)}`,
            ),
          ]
        : []),
      ...(sum !== null && bid.price!.totalCents !== null && sum !== bid.price!.totalCents
        ? [
            said(
              "sum",
              `The lines of ${bid.vendorName} come to ${formatCents(sum)}; ${formatCents(bid.price!.totalCents)} is shown.`,
              `Added line by line: ${formatCents(sum)}`,
            ),
          ]
        : []),
    ];
  });

type Priced = { bid: Bid; price: number };
const pricedFor = (bids: readonly Bid[], itemId: string): Priced[] =>
  bids.flatMap((bid) => {
    const unitPrice = bid.price?.lines.find((line) => line.itemId === itemId)?.unitPrice;
    return unitPrice ? [{ bid, price: Number(unitPrice) }] : [];
  });

/** Prices that stand apart from those of the others, line by line. */
export const apart = (e: EvaluationDetail, bids: readonly Bid[]): Found[] => {
  const priced = bids.filter(({ price, responsive }) => price !== null && responsive !== false);
  const lines = priced[0]?.price?.lines ?? [];
  return lines.flatMap((line) => {
    const prices = pricedFor(priced, line.itemId);
    return outliers(prices, ({ price }) => price).map(({ one, value, median }) =>
      told(e, {
        key: `apart:${one.bid.bidId}:${line.itemId}`,
        what: `${one.bid.vendorName} asks ${formatCents(Math.round(value * 100))} a ${line.unit} for ${line.description}; the middle of ${prices.length} bids is ${formatCents(Math.round(median * 100))}.`,
        why: `It stands further apart than the spread of the others explains (median and median absolute deviation). ${value < median ? "A price far below may be an error, or leave something out" : "A price far above may rest on another understanding of what is asked"}: it says nothing of the bid's worth.`,
        sources: prices.map(({ bid, price }) => ({
          ...sourceOf(e, formatCents(Math.round(price * 100))),
          label: bid.vendorName,
        })),
        todo: "ask a bidder about a price that stands apart",
      }),
    );
  });
};

const signs = (e: EvaluationDetail, found: readonly Alike[]): Found[] =>
  found.map(({ vendors, sign }) =>
    told(e, {
      key: `alike:${vendors.join("+")}:${sign.slice(0, 60)}`,
      what: `${vendors.join(" and ")}: ${sign}.`,
      why: "Like errors may come from a common supplier, template or chance, and prove nothing. They are also what antitrust authorities name among the signs of bids that were not made apart: counsel says what is asked, and of whom.",
      sources: [
        sourceOf(e, sign),
        {
          kind: "rule",
          label: "Bids are made apart",
          citation: "15 U.S.C. 1; 2 CFR 200.319",
          says: "Agreements between bidders restrain competition; a certificate of independent prices is asked for by many agencies.",
        },
      ],
      todo: "ask counsel about bids with like errors",
    }),
  );

/** Like errors of bidders: in words before the prices are open, in prices only afterwards. */
export const alike = (
  e: EvaluationDetail,
  bids: readonly Bid[],
  asked: readonly string[],
): Found[] => signs(e, [...sharedMisspellings(bids, asked), ...alikePrices(bids)]);
