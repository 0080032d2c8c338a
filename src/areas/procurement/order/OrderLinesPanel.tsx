import { Link } from "react-router";
import { formatCents } from "../../../kernel/money.ts";
import { Panel } from "../../../web/kit/states.tsx";
import type { OrderDetail } from "./order.model.ts";

const plain = (text: string) => Number(text).toLocaleString("en-US", { maximumFractionDigits: 4 });
const price = (text: string) => Number(text).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** Lines with accounts, and what of them came and was billed. */
export function OrderLinesPanel({ order }: { order: OrderDetail }) {
  return (
    <Panel title="Lines" flush>
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Lines of the order">
        <table className="ledger">
          <thead><tr><th scope="col">Item and account</th><th scope="col" className="num">Ordered</th><th scope="col" className="num">Received</th><th scope="col" className="num">Invoiced</th><th scope="col" className="num">Unit price</th><th scope="col" className="num">Amount, $</th></tr></thead>
          <tbody>
            {order.lines.map((l) => (
              <tr key={l.id} className={l.cancelled ? "line-through text-t3" : ""}>
                <td className="!h-auto min-w-44 !max-w-[420px] !whitespace-normal py-2"><span className="block font-medium">{l.description}</span><span className="mono block text-12 text-t3">{l.splits.map((s) => (l.splits.length > 1 ? `${s.code} ${formatCents(s.amount)}` : s.code)).join(" · ")}{l.requisitionId && <Link className="mr-2 inline-block whitespace-nowrap" to={`/smart-requisition/${l.requisitionId}`}>{l.requisitionNumber}</Link>}</span></td>
                <td className="num">{plain(l.quantity)} <span className="text-t3">{l.unit}</span></td><td className="num">{plain(l.receivedQuantity)}</td><td className="num">{plain(l.invoicedQuantity)}</td><td className="num">{price(l.unitPrice)}</td><td className="num">{formatCents(l.amount, { symbol: false })}</td>
              </tr>
            ))}
          </tbody>
          <tfoot><tr><td colSpan={5}>Total</td><td className="num">{formatCents(order.amount, { symbol: false })}</td></tr></tfoot>
        </table>
      </div>
    </Panel>
  );
}
