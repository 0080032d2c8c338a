import { Download } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { download, messageOf } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { FinalOffers } from "../final-offer/FinalOffers.tsx";
import type { BidView, EvaluationDetail } from "./evaluation.model.ts";
import { LotRankings } from "./LotRankings.tsx";
import { useEvaluationAction } from "./Panels.tsx";

const cents = (value: number | null) =>
  value === null ? "—" : formatCents(value, { symbol: false });
const unit = (text: string | null) =>
  text === null
    ? "no bid"
    : Number(text).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

function Tabulation({ bids }: { bids: readonly BidView[] }) {
  const priced = bids.filter((bid) => bid.price);
  const items = priced[0]?.price?.lines ?? [];
  const finals = priced.some((bid) => bid.price!.finalRound !== null);
  return (
    <Panel title="Prices side by side" aside="unit price, amount" flush>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Prices side by side">
        <table className="ledger ledger-tight">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="num">
                Quantity
              </th>
              {priced.map((bid) => (
                <th key={bid.bidId} scope="col" className="num">
                  {bid.vendorName}
                  {finals && (
                    <small
                      className={`block font-normal ${bid.price!.finalRound ? "text-success" : "text-t3"}`}
                    >
                      {bid.price!.finalRound
                        ? `final offer, round ${bid.price!.finalRound}`
                        : "bid"}
                    </small>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, i) => {
              const amounts = priced.map((bid) => bid.price!.lines[i]!.amountCents);
              const low = Math.min(...amounts.filter((amount) => amount !== null));
              return (
                <tr key={item.itemId}>
                  <td data-label="Item">{item.description}</td>
                  <td className="num" data-label="Quantity">
                    {Number(item.quantity).toLocaleString("en-US")} {item.unit}
                  </td>
                  {priced.map((bid, at) => (
                    <td key={bid.bidId} className="num" data-label={bid.vendorName}>
                      {unit(bid.price!.lines[i]!.unitPrice)}
                      {bid.price!.lines[i]!.bidUnitPrice !== bid.price!.lines[i]!.unitPrice && (
                        <small className="relative block text-t3">
                          <span className="visually-hidden">bid: </span>
                          <del>{unit(bid.price!.lines[i]!.bidUnitPrice)}</del>
                        </small>
                      )}
                      <small
                        className={`block ${amounts[at] === low ? "font-semibold text-success" : "text-t3"}`}
                      >
                        {cents(amounts[at]!)}
                      </small>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>Total</td>
              {priced.map((bid) => (
                <td key={bid.bidId} className="num">
                  {cents(bid.price!.totalCents)}
                  {bid.price!.finalRound !== null && bid.price!.bidTotalCents !== null && (
                    <small className="block font-normal text-t3">
                      bid {cents(bid.price!.bidTotalCents)}
                    </small>
                  )}
                  {bid.price!.judgedCents !== bid.price!.totalCents && (
                    <small className="block font-normal text-t3">
                      judged {cents(bid.price!.judgedCents)}
                    </small>
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function RankingPanel({ e }: { e: EvaluationDetail }) {
  const content = e.content!;
  const ranking = content.ranking!;
  const sheet = () =>
    void download(`/api/v1/evaluations/${e.id}/score-sheet`).catch((error: unknown) =>
      notify.failed("The sheet could not be fetched", messageOf(error)),
    );
  return (
    <Panel
      title="Ranking"
      aside={
        <button type="button" className="btn btn-small" onClick={sheet}>
          <Download aria-hidden="true" />
          Score sheet
        </button>
      }
      flush
    >
      <ol>
        {ranking.bids.map((bid) => (
          <li key={bid.bidId} className="grid gap-2 border-b border-hair px-4 py-3 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <b className="num w-6 text-18">{bid.rank ?? "—"}</b>
              <span className="min-w-0 flex-1 font-medium">
                {bid.vendorName}
                {bid.finalRound !== null && (
                  <small className="ml-2 font-normal text-t3">
                    final offer, round {bid.finalRound}
                  </small>
                )}
              </span>
              {bid.priceCents !== null && (
                <span className="num text-t2">${cents(bid.priceCents)}</span>
              )}
              <b className="num text-18">{bid.total}</b>
            </p>
            {bid.reason && <p className="text-danger">{bid.reason}</p>}
            <ul className="grid gap-1 pl-10 text-13">
              {bid.lines.map((line) => (
                <li key={line.criterionId} className="break-words">
                  <span className="text-t2">{line.name}:</span>{" "}
                  <span className="num">{line.step}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <div className="grid gap-1 border-t border-hair px-4 py-3 text-13 text-t2">
        {ranking.ties && (
          <p>
            <Badge tone="warning" label="A tie" /> People decide it, with the reason in the memo.
          </p>
        )}
        <p>
          Frozen. Computed again from its stored text just now. SHA-256{" "}
          <span className="mono break-all">{content.sheetDigest}</span>
        </p>
      </div>
    </Panel>
  );
}

/**
 * Prices once they are open: the tabulation, the formula in words, and the ranking with every
 * number worked.
 */
export function PriceTab({ e }: { e: EvaluationDetail }) {
  const content = e.content!;
  const { post, busy } = useEvaluationAction(e.id);
  const open = content.bids.some((bid) => bid.price);
  const sealed = !open && (e.status === "locked" || e.status === "consensus");
  return (
    <>
      <Panel title="How price counts">
        <p>{content.formulaText}</p>
        {!open && (
          <p className="mt-2 text-t2">
            {sealed
              ? "The technical scores are locked."
              : "Prices are shown once the technical scores are locked and agreed."}
          </p>
        )}
        {sealed && e.canManage && (
          <p className="mt-3">
            <button
              type="button"
              className="btn"
              aria-disabled={busy}
              onClick={() => {
                if (!busy)
                  post("unlock-prices", {}, "The opening officers can open the price envelopes");
              }}
            >
              Let the price envelopes be opened
            </button>
          </p>
        )}
      </Panel>
      <FinalOffers e={e} />
      {content.ranking && <RankingPanel e={e} />}
      <LotRankings lots={content.lots} />
      {open && <Tabulation bids={content.bids} />}
    </>
  );
}
