import { formatCents } from "#kernel/money.ts";
import { MoneyField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
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
    <FormDialog<Values>
      title={`Release retainage of ${invoice.number}?`}
      description={`${formatCents(invoice.withheld, { currency: invoice.currency })} is withheld of ${invoice.vendor}. What you release waits for a payment run, due by the invoice's terms from today.`}
      defaultValues={{ amount: invoice.withheld, reason: "" }}
      submitLabel="Release"
      onSubmit={send}
      onClose={onClose}
    >
      <MoneyField name="amount" label="Amount to release" required />
      <ReasonField label="Reason" />
    </FormDialog>
  );
}
