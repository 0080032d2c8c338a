import { formatCents } from "#kernel/money.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { EvaluationContent } from "./evaluation.model.ts";

type Ranked = EvaluationContent["lots"][number]["bids"][number];
const parts: readonly LinePart<Ranked>[] = [
  { label: "Rank", cell: (bid) => bid.rank ?? "—" },
  { label: "Bidder", as: "title", cell: (bid) => bid.vendorName },
  { label: "Scores", cell: (bid) => bid.technical },
  { label: "Price", cell: (bid) => bid.price },
  {
    label: "Judged, $",
    cell: (bid) =>
      bid.judgedCents === null ? "—" : formatCents(bid.judgedCents, { symbol: false }),
  },
  { label: "Points", as: "amount", cell: (bid) => bid.total },
];

/** Each lot ranked by itself: what the award follows where lots are awarded apart. */
export function LotRankings({ lots }: { lots: EvaluationContent["lots"] }) {
  if (lots.length < 2) return null;
  return (
    <>
      {lots.map((lot) => (
        <Panel key={lot.lotId} title={`Points for ${lot.title}`} flush>
          <LineTable
            label={`Points for ${lot.title}`}
            parts={parts}
            lines={lot.bids}
            keyOf={(bid) => bid.bidId}
          />
        </Panel>
      ))}
    </>
  );
}
