import { formatCents } from "#kernel/money.ts";
import { countOf, isLumpSum, muchOf, rateOf } from "#kernel/lump-sum.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";

type Line = RequisitionDetail["lines"][number];
const money = (cents: number) => formatCents(cents, { symbol: false });

const partsOf = (ordered: boolean): readonly LinePart<Line>[] => [
  {
    label: "Line",
    as: "title",
    cell: (l) => (
      <>
        <span className="font-medium">{l.description}</span>
        {l.commodityCode && <span className="mono ml-2 text-12 text-t3">{l.commodityCode}</span>}
        {l.costCode && <span className="ml-2 text-12 text-t2">Cost code {l.costCode}</span>}
        {Number(l.cancelledQuantity) > 0 && (
          <span className="block text-12 text-warning">
            {muchOf(l, l.cancelledQuantity)} cancelled after being ordered
          </span>
        )}
      </>
    ),
  },
  { label: "Quantity", cell: (l) => countOf(l, l.quantity) },
  { label: "Unit", words: true, cell: (l) => (isLumpSum(l) ? "" : l.unit) },
  { label: "Unit price, $", cell: (l) => rateOf(l) },
  ...(ordered ? [{ label: "Ordered, $", cell: (l: Line) => money(l.orderedAmount) }] : []),
  { label: "Amount, $", as: "amount", cell: (l) => money(l.amount) },
];

/** The account of a line, or each of those that share it with its part. */
function Splits({ line, ordered }: { line: Line; ordered: boolean }) {
  const shared = line.splits.length > 1;
  return line.splits.map((split) => (
    <tr key={split.id} className="split-row">
      <td colSpan={3} className="line-title">
        <span className="mono">{split.code}</span>
      </td>
      <td className="num">
        {split.percent !== null && shared && `${plainDecimal(split.percent)}%`}
      </td>
      {ordered && (
        <td className="num" data-label="ordered">
          {split.orderedAmount !== 0 && shared ? money(split.orderedAmount) : null}
        </td>
      )}
      <td className="num line-amount">{shared && money(split.amount)}</td>
    </tr>
  ));
}

/** The lines with the accounts that each is charged to; `ordered` adds what was ordered of each. */
export function LinesTable({
  requisition,
  ordered = false,
}: {
  requisition: RequisitionDetail;
  ordered?: boolean;
}) {
  return (
    <LineTable
      label="Lines of the requisition"
      parts={partsOf(ordered)}
      lines={requisition.lines}
      keyOf={(l) => l.id}
      under={(l) => <Splits line={l} ordered={ordered} />}
      total={{ label: "Total", amount: money(requisition.amount) }}
    />
  );
}
