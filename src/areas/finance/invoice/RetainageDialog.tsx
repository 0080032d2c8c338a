import { formatCents } from "#kernel/money.ts";
import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";

type Values = { amount: number; reason: string };

/** Releases what is withheld of an invoice, or a part of it; it then waits for a payment run. */
export function RetainageDialog({
  invoice,
  onClose,
}: {
  invoice: InvoiceDetail;
  onClose: () => void;
}) {
  const act = useMutationAction("invoices", "payables");
  const send = async (values: Values) => {
    await act.mutateAsync({
      path: `/api/v1/invoices/${invoice.id}/actions/releaseRetainage`,
      body: values,
      version: invoice.version,
    });
    notify.done("Retainage released", `${invoice.number} is ready to pay`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Release retainage of ${invoice.number}?`}
      description={`${formatCents(invoice.withheld, { currency: invoice.currency })} is withheld of ${invoice.vendor}. What you release waits for a payment run, due by the invoice's terms from today.`}
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ amount: invoice.withheld, reason: "" }}
        submitLabel="Release"
        onCancel={onClose}
        onSubmit={send}
      >
        <MoneyField name="amount" label="Amount to release" required />
        <TextArea name="reason" label="Reason" rows={3} maxLength={2000} required />
      </Form>
    </Dialog>
  );
}
