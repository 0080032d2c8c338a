import { formatCents } from "../../../kernel/money.ts";
import type { RequisitionDetail } from "./requisition.model.ts";
import { plainDecimal } from "./requisitionForm.ts";

const price = (text: string) => Number(text).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The lines with the accounts that each is charged to; `ordered` adds what was ordered of each. */
export function LinesTable({ requisition, ordered = false }: { requisition: RequisitionDetail; ordered?: boolean }) {
  const { lines, amount } = requisition;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Lines of the requisition">
      <table className="ledger lines-read">
        <thead><tr><th scope="col">Line</th><th scope="col" className="num">Quantity</th><th scope="col">Unit</th><th scope="col" className="num">Unit price, $</th>{ordered && <th scope="col" className="num">Ordered, $</th>}<th scope="col" className="num">Amount, $</th></tr></thead>
        {lines.map((line) => (
          <tbody key={line.id}>
            <tr><td className="min-w-44 !whitespace-normal py-1.5"><span className="font-medium">{line.description}</span>{line.commodityCode && <span className="mono ml-2 text-12 text-t3">{line.commodityCode}</span>}</td><td className="num">{Number(plainDecimal(line.quantity)).toLocaleString("en-US", { maximumFractionDigits: 4 })}</td><td>{line.unit}</td><td className="num">{price(line.unitPrice)}</td>
              {ordered && <td className="num text-t2">{formatCents(line.orderedAmount, { symbol: false })}</td>}<td className="num">{formatCents(line.amount, { symbol: false })}</td></tr>
            {line.splits.map((split) => <tr key={split.id} className="split-row"><td colSpan={3}><span className="mono">{split.code}</span></td><td className="num">{split.percent === null || line.splits.length === 1 ? "" : `${plainDecimal(split.percent)}%`}</td>{ordered && <td className="num">{split.orderedAmount === 0 || line.splits.length === 1 ? "" : formatCents(split.orderedAmount, { symbol: false })}</td>}<td className="num">{line.splits.length === 1 ? "" : formatCents(split.amount, { symbol: false })}</td></tr>)}
          </tbody>
        ))}
        <tfoot><tr><td colSpan={ordered ? 5 : 4}>Total</td><td className="num">{formatCents(amount, { symbol: false })}</td></tr></tfoot>
      </table>
    </div>
  );
}
