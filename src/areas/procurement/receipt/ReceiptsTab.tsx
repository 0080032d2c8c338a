import { File as FileIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { countOf, isLumpSum, muchOf } from "#kernel/lump-sum.ts";
import { subtractQuantity } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download, messageOf } from "#web/kit/api.ts";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { QuantityField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OrderDetail } from "../order/order.answer.model.ts";

type Receipt = OrderDetail["receipts"][number];

function ReverseDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const reverse = useMutationAction("purchase-orders", "receipts");
  const send = async () => {
    try {
      await reverse.mutateAsync({
        path: `/api/v1/receipts/${receipt.id}/actions/reverse`,
        body: { reason },
        version: receipt.version,
      });
      notify.done(`${receipt.number} reversed`);
      onClose();
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Reverse ${receipt.number}?`}
      description="Its quantities come off the order. The receipt stays on record with your reason."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn btn-danger" onClick={() => void send()}>
            Reverse receipt
          </button>
        </>
      }
    >
      <label className="field">
        <span>Reason</span>
        <textarea
          className="field-control"
          rows={3}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
        />
      </label>
      <p role="alert" className="text-danger">
        {error}
      </p>
    </Dialog>
  );
}

type Line = Receipt["lines"][number];
// An order that has ended is settled by a credit note.
const running = new Set(["partly_received", "received"]);
const keptOf = (line: Line) => subtractQuantity(line.quantity, line.rejectedQuantity);
type Values = { quantity: string; reason: string };

/** Goods turned out to be wrong after they were taken in. */
function RejectDialog({
  receipt,
  line,
  of,
  onClose,
}: {
  receipt: Receipt;
  line: Line;
  of: OrderDetail["lines"][number];
  onClose: () => void;
}) {
  const reject = useMutationAction("purchase-orders", "receipts");
  const send = async (values: Values) => {
    await reject.mutateAsync({
      path: `/api/v1/receipts/${receipt.id}/actions/reject`,
      body: { ...values, lineId: line.id },
      version: receipt.version,
    });
    notify.done("Rejected", `${muchOf(of, values.quantity)} count as not received`);
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Reject ${of.description}?`}
      description={`${muchOf(of, keptOf(line))} of it were kept. What you reject counts as not received; accounts payable are told if it is billed.`}
      defaultValues={{ quantity: "", reason: "" }}
      submitLabel="Reject"
      onSubmit={send}
      onClose={onClose}
    >
      {isLumpSum(of) ? (
        <QuantityField
          name="quantity"
          label="Amount that is rejected, $"
          decimals={2}
          least={2}
          required
        />
      ) : (
        <QuantityField name="quantity" label="Quantity that goes back" unit={of.unit} required />
      )}
      <ReasonField label="What is wrong" maxLength={500} />
    </FormDialog>
  );
}

function Photos({ receipt }: { receipt: Receipt }) {
  if (receipt.photos.length === 0) return null;
  const get = (fileId: string) =>
    void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <ul className="files mt-3" aria-label={`Photos and papers of ${receipt.number}`}>
      {receipt.photos.map((p) => (
        <li key={p.fileId}>
          <FileIcon aria-hidden="true" />
          <button
            type="button"
            className="min-w-0 truncate text-left text-link"
            onClick={() => get(p.fileId)}
          >
            {p.name}
          </button>
          <span className="text-t3">{fileSize(p.size)}</span>
        </li>
      ))}
    </ul>
  );
}

function ReceiptPanel({
  receipt,
  order,
  onReverse,
  onReject,
}: {
  receipt: Receipt;
  order: OrderDetail;
  onReverse: () => void;
  onReject: (line: Line) => void;
}) {
  const { can } = useAuth();
  const back = useMutationAction("purchase-orders");
  const of = (lineId: string) => order.lines.find((l) => l.id === lineId)!;
  const returned = (lineId: string) =>
    back.mutate(
      { path: `/api/v1/receipts/${receipt.id}/actions/return`, body: { lineId } },
      {
        onSuccess: () => notify.done("Recorded as returned"),
        onError: (error) => notify.failed("Not recorded", error),
      },
    );
  return (
    <Panel
      title={<span className="mono">{receipt.number}</span>}
      aside={
        <span className="text-t2">
          {formatDate(receipt.receivedOn)} · {receipt.receivedBy ?? "a former member"}
          {receipt.packingSlip && ` · slip ${receipt.packingSlip}`}
        </span>
      }
    >
      {receipt.status === "reversed" && <Badge tone="neutral" label="Reversed" />}
      <ul className="grid gap-2">
        {receipt.lines.map((l) => (
          <li key={l.id} className="flex flex-wrap items-center justify-between gap-3">
            <span>{of(l.purchaseOrderLineId).description}</span>
            <span>
              {countOf(of(l.purchaseOrderLineId), l.quantity)} came
              {Number(l.rejectedQuantity) > 0 && (
                <span className="text-warning">
                  , {countOf(of(l.purchaseOrderLineId), l.rejectedQuantity)} rejected:{" "}
                  {l.rejectReason}
                  {l.returnedOn ? `, went back ${formatDate(l.returnedOn)}` : ""}
                </span>
              )}
            </span>
            {receipt.status === "posted" &&
              running.has(order.status) &&
              Number(keptOf(l)) > 0 &&
              can("receipt.post") && (
                <button type="button" className="btn btn-quiet" onClick={() => onReject(l)}>
                  Reject
                </button>
              )}
            {Number(l.rejectedQuantity) > 0 && receipt.status === "posted" && (
              <Link className="btn btn-quiet" to={`${pathTo("quality")}?report=${l.id}`}>
                Report a nonconformance
              </Link>
            )}
            {Number(l.rejectedQuantity) > 0 && !l.returnedOn && can("receipt.post") && (
              <button type="button" className="btn" onClick={() => returned(l.id)}>
                Went back to the vendor
              </button>
            )}
          </li>
        ))}
      </ul>
      {receipt.note && <p className="mt-2 text-t2">{receipt.note}</p>}
      <Photos receipt={receipt} />
      {receipt.status === "posted" && running.has(order.status) && can("receipt.post") && (
        <button type="button" className="btn btn-quiet mt-3" onClick={onReverse}>
          Reverse this receipt
        </button>
      )}
    </Panel>
  );
}

/** What came, when, who took it in, what was rejected. */
export function ReceiptsTab({ order }: { order: OrderDetail }) {
  const [asked, setAsked] = useState<Receipt | null>(null);
  const [wrong, setWrong] = useState<{ receipt: Receipt; line: Line } | null>(null);
  const lineOf = (line: Line) => order.lines.find((l) => l.id === line.purchaseOrderLineId);
  if (order.receipts.length === 0)
    return (
      <Panel title="Receipts">
        <p className="text-t2">Nothing came yet.</p>
      </Panel>
    );
  return (
    <>
      {order.receipts.map((r) => (
        <ReceiptPanel
          key={r.id}
          receipt={r}
          order={order}
          onReverse={() => setAsked(r)}
          onReject={(line) => setWrong({ receipt: r, line })}
        />
      ))}
      {asked && <ReverseDialog receipt={asked} onClose={() => setAsked(null)} />}
      {wrong && <RejectDialog {...wrong} of={lineOf(wrong.line)!} onClose={() => setWrong(null)} />}
    </>
  );
}
