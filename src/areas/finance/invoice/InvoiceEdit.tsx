import { useNavigate, useParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { Form } from "../../../web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "../../../web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "../../../web/kit/states.tsx";
import { InvoiceFields, toInput, type InvoiceForm } from "./InvoiceFields.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";

const toForm = (i: InvoiceDetail): InvoiceForm => {
  const sign = i.kind === "credit_note" ? -1 : 1;
  return {
    vendorId: i.vendorId, purchaseOrderId: i.purchaseOrderId, kind: i.kind, vendorNumber: i.vendorNumber, invoiceDate: i.invoiceDate, receivedOn: i.receivedOn, termsDays: i.termsDays, allowances: i.allowances, charges: i.charges, tax: i.tax, rounding: i.rounding,
    statedTotal: i.statedTotal === null ? null : sign * Math.abs(i.statedTotal), retainage: i.retainage, currency: i.currency, note: i.note, fileId: i.fileId,
    lines: i.lines.map((l) => ({ purchaseOrderLineId: l.purchaseOrderLineId, accountStringId: l.accountStringId, description: l.description, quantity: l.quantity, unit: l.unit, unitPrice: l.unitPrice, adjustment: l.adjustment, statedAmount: l.statedAmount })),
  };
};

/** Corrects an invoice that is not approved; it is priced and matched again. */
export default function InvoiceEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<InvoiceDetail>("/api/v1/invoices", id);
  const save = useMutationAction<InvoiceDetail>("invoices");
  const back = () => void navigate(pathTo("invoice", { id }));
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data) return <ErrorPanel error={record.error} what="This invoice" onRetry={() => void record.refetch()} />;
  const { version, number, vendor, orderNumber } = record.data;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Correct {number}</h1>
      <Form<InvoiceForm> formKey={`invoice-${id}`} defaultValues={toForm(record.data)} submitLabel="Save and match again" wide onCancel={back}
        onSubmit={async (values) => { await save.mutateAsync({ method: "PATCH", path: `/api/v1/invoices/${id}`, body: toInput(values), version }); back(); }}>
        <InvoiceFields vendorLabel={vendor} orderLabel={orderNumber} />
      </Form>
    </div>
  );
}
