import { useState } from "react";
import { formatDate } from "../../../kernel/dates.ts";
import { shownDecimal } from "../../../kernel/quantity.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { messageOf } from "../../../web/kit/api.ts";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { Badge } from "../../../web/kit/StatusBadge.tsx";
import { Panel } from "../../../web/kit/states.tsx";
import { notify } from "../../../web/kit/Toasts.tsx";
import type { OrderDetail } from "../order/order.model.ts";

type Receipt = OrderDetail["receipts"][number];

function ReverseDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [reason, setReason] = useState(""), [error, setError] = useState<string | null>(null);
  const reverse = useMutationAction("purchase-orders", "receipts");
  const send = async () => {
    try {
      await reverse.mutateAsync({ path: `/api/v1/receipts/${receipt.id}/actions/reverse`, body: { reason }, version: receipt.version });
      notify.done(`${receipt.number} reversed`);
      onClose();
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`Reverse ${receipt.number}?`} description="Its quantities come off the order. The receipt stays on record with your reason." footer={<><button type="button" className="btn" onClick={onClose}>Cancel</button><button type="button" className="btn btn-danger" onClick={() => void send()}>Reverse receipt</button></>}>
      <label className="field"><span>Reason</span><textarea className="field-control" rows={3} value={reason} onChange={(e) => setReason(e.target.value)} /></label>
      <p role="alert" className="text-danger">{error}</p>
    </Dialog>
  );
}

function ReceiptPanel({ receipt, order, onReverse }: { receipt: Receipt; order: OrderDetail; onReverse: () => void }) {
  const { can } = useAuth();
  const back = useMutationAction("purchase-orders");
  const nameOf = (lineId: string) => order.lines.find((l) => l.id === lineId)?.description ?? "A line";
  const returned = (lineId: string) => back.mutate({ path: `/api/v1/receipts/${receipt.id}/actions/return`, body: { lineId } }, { onSuccess: () => notify.done("Recorded as returned"), onError: (error) => notify.failed("Not recorded", error) });
  return (
    <Panel title={<span className="mono">{receipt.number}</span>} aside={<span className="text-t2">{formatDate(receipt.receivedOn)} · {receipt.receivedBy ?? "a former member"}{receipt.packingSlip && ` · slip ${receipt.packingSlip}`}</span>}>
      {receipt.status === "reversed" && <Badge tone="neutral" label="Reversed" />}
      <ul className="grid gap-2">
        {receipt.lines.map((l) => (
          <li key={l.id} className="flex flex-wrap items-center justify-between gap-3">
            <span>{nameOf(l.purchaseOrderLineId)}</span>
            <span>{shownDecimal(l.quantity)} came{Number(l.rejectedQuantity) > 0 && <span className="text-warning">, {shownDecimal(l.rejectedQuantity)} rejected: {l.rejectReason}{l.returnedOn ? `, went back ${formatDate(l.returnedOn)}` : ""}</span>}</span>
            {Number(l.rejectedQuantity) > 0 && !l.returnedOn && can("receipt.post") && <button type="button" className="btn" onClick={() => returned(l.id)}>Went back to the vendor</button>}
          </li>
        ))}
      </ul>
      {receipt.note && <p className="mt-2 text-t2">{receipt.note}</p>}
      {receipt.status === "posted" && can("receipt.post") && <button type="button" className="btn btn-quiet mt-3" onClick={onReverse}>Reverse this receipt</button>}
    </Panel>
  );
}

/** What came, when, who took it in, what was rejected. */
export function ReceiptsTab({ order }: { order: OrderDetail }) {
  const [asked, setAsked] = useState<Receipt | null>(null);
  if (order.receipts.length === 0) return <Panel title="Receipts"><p className="text-t2">Nothing came yet.</p></Panel>;
  return <>{order.receipts.map((r) => <ReceiptPanel key={r.id} receipt={r} order={order} onReverse={() => setAsked(r)} />)}{asked && <ReverseDialog receipt={asked} onClose={() => setAsked(null)} />}</>;
}
